// Texts of the people of a practice.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type NutzerTexts = TextsOf<keyof typeof de>;
export const useNutzerTexts = (): NutzerTexts => useSliceTexts<keyof typeof de>('nutzer');
