// Texts of the outbox.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type PostausgangTexts = TextsOf<keyof typeof de>;
export const usePostausgangTexts = (): PostausgangTexts => useSliceTexts<keyof typeof de>('postausgang');
