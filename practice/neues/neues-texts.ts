// Texts of news.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type NeuesTexts = TextsOf<keyof typeof de>;
export const useNeuesTexts = (): NeuesTexts => useSliceTexts<keyof typeof de>('neues');
