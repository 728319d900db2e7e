// Texts of the page of fees and values.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type ValueText = keyof typeof de;
export const useValueTexts = (): TextsOf<ValueText> => useSliceTexts<ValueText>('stammwerte');
