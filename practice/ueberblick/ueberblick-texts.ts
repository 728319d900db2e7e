// Texts of the overview of figures.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type UeberblickKey = Plain<keyof typeof de>;
export type UeberblickTexts = TextsOf<UeberblickKey>;
export const useUeberblickTexts = (): UeberblickTexts => useSliceTexts<UeberblickKey>('ueberblick');
