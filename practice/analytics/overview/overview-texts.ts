// Texts of the overview of figures.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type UeberblickKey = Plain<keyof typeof de>;
export type UeberblickTexts = TextsOf<UeberblickKey>;
export const useUeberblickTexts: () => UeberblickTexts = roomTexts<UeberblickKey>('ueberblick', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
