// Texts of shares by link.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type FreigabenKey = keyof typeof de;
export const useFreigabenTexts: () => TextsOf<FreigabenKey> = roomTexts<FreigabenKey>('freigaben', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
