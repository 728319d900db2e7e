// Texts of the report pages.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type ReportsKey = Plain<keyof typeof de>;
export type ReportsTexts = TextsOf<ReportsKey>;
export const useReportsTexts: () => ReportsTexts = roomTexts<ReportsKey>('berichte', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
