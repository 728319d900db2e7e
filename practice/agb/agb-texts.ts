// Texts of the terms of use.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type AgbTexts = TextsOf<keyof typeof de>;
export const useAgbTexts = (): AgbTexts => useSliceTexts<keyof typeof de>('agb');
