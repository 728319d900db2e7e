// Texts of the SMS page.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type SmsKey = keyof typeof de;
export const useSmsTexts: () => TextsOf<SmsKey> = roomTexts<SmsKey>('sms', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
