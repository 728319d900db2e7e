// Texts of product news.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type NewsTexts = TextsOf<keyof typeof de>;
export const useNewsTexts: () => NewsTexts = roomTexts<keyof typeof de>('neues', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
