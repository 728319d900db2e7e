// Texts of the day's page.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type HeuteKey = Plain<keyof typeof de>;
export type HeuteTexts = TextsOf<HeuteKey>;
export const useHeuteTexts = (): HeuteTexts => useSliceTexts<HeuteKey>('heute');
