// Texts of the emergency paper set.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type NotfallKey = keyof typeof de;
export const useNotfallTexts = (): TextsOf<NotfallKey> => useSliceTexts<NotfallKey>('notfall');
