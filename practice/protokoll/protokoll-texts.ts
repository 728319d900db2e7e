// Texts of the audit log.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type ProtokollTexts = TextsOf<keyof typeof de>;
export const useProtokollTexts = (): ProtokollTexts => useSliceTexts<keyof typeof de>('protokoll');
