// Texts of the rules' page.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type RegelnKey = keyof typeof de;
export type RegelnTexts = TextsOf<RegelnKey>;
export const useRegelnTexts = (): RegelnTexts => useSliceTexts<RegelnKey>('regeln');
