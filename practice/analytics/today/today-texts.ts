// Texts of the day's page.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
type TodayKey = Plain<keyof typeof de>;
export type TodayTexts = TextsOf<TodayKey>;
export const useTodayTexts: () => TodayTexts = roomTexts<TodayKey>('heute', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
