// Texts of the deliveries of the practice software.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type DatenKey = keyof typeof de;
export const useDatenTexts = (): TextsOf<DatenKey> => useSliceTexts<DatenKey>('daten');
