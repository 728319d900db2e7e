// Texts shared by all report displays.

import { roomTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
type AnalyticsKey = Plain<keyof typeof de>;
export type AnalyticsTexts = TextsOf<AnalyticsKey>;
export const useAnalyticsTexts: () => AnalyticsTexts = roomTexts<AnalyticsKey>('auswertung', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
