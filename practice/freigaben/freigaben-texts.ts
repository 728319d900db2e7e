// Texts of what is given home by a link.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type FreigabenKey = keyof typeof de;
export const useFreigabenTexts = (): TextsOf<FreigabenKey> => useSliceTexts<FreigabenKey>('freigaben');
