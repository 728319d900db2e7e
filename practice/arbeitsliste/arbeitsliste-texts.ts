// Texts of the work lists.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type ListKey = keyof typeof de;
export type ListTexts = TextsOf<ListKey>;
export const useListTexts = (): ListTexts => useSliceTexts<ListKey>('arbeitsliste');
