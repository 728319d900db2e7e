// Texts of the page of text messages.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type SmsKey = keyof typeof de;
export const useSmsTexts = (): TextsOf<SmsKey> => useSliceTexts<SmsKey>('sms');
