// Texts of API access for programs.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type TokensTexts = TextsOf<keyof typeof de>;
export const useTokensTexts: () => TokensTexts = roomTexts<keyof typeof de>('zugaenge', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
