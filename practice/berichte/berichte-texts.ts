// Texts of the report pages.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type BerichteKey = keyof typeof de;
export type BerichteTexts = TextsOf<BerichteKey>;
export const useBerichteTexts = (): BerichteTexts => useSliceTexts<BerichteKey>('berichte');
