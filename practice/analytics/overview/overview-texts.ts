// Texts of the overview of figures.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type OverviewKey = Plain<keyof typeof de>;
export type OverviewTexts = TextsOf<OverviewKey>;
export const useOverviewTexts: () => OverviewTexts = roomTexts<OverviewKey>('ueberblick', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
