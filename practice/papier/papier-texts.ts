// Texts of the room of paper: missing signatures.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type PapierKey = keyof typeof de;
export type PapierTexts = TextsOf<PapierKey>;
export const usePapierTexts = (): PapierTexts => useSliceTexts<PapierKey>('papier');
