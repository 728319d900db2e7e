// Texts of everything that reports are shown with.

import { roomTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type AuswertungKey = Plain<keyof typeof de>;
export type AuswertungTexts = TextsOf<AuswertungKey>;
export const useAuswertungTexts: () => AuswertungTexts = roomTexts<AuswertungKey>('auswertung', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
