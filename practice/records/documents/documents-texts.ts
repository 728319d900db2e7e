// Texts of documents and the check page.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural are looked up without the plural suffix. */
type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type DocumentsKey = Plain<keyof typeof de>;
export type DocumentsTexts = TextsOf<DocumentsKey>;
export const useDocumentsTexts: () => DocumentsTexts = roomTexts<DocumentsKey>('documents', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
