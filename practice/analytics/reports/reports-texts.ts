// Texts of the report pages.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type BerichteKey = Plain<keyof typeof de>;
export type BerichteTexts = TextsOf<BerichteKey>;
export const useBerichteTexts: () => BerichteTexts = roomTexts<BerichteKey>('berichte', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
