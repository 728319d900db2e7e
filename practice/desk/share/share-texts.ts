// Texts of shares by link.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ShareKey = keyof typeof de;
export const useShareTexts: () => TextsOf<ShareKey> = roomTexts<ShareKey>('freigaben', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
