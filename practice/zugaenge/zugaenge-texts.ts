// Texts of access for programs.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type ZugaengeTexts = TextsOf<keyof typeof de>;
export const useZugaengeTexts = (): ZugaengeTexts => useSliceTexts<keyof typeof de>('zugaenge');
