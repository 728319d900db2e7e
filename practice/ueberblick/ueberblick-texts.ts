// Texts of the overview of figures.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type UeberblickKey = keyof typeof de;
export type UeberblickTexts = TextsOf<UeberblickKey>;
export const useUeberblickTexts = (): UeberblickTexts => useSliceTexts<UeberblickKey>('ueberblick');
