// Texts of the outbox.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type MailTexts = TextsOf<keyof typeof de>;
export const useMailTexts: () => MailTexts = roomTexts<keyof typeof de>('postausgang', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
