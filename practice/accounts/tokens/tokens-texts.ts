// Texts of API access for programs.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ZugaengeTexts = TextsOf<keyof typeof de>;
export const useZugaengeTexts: () => ZugaengeTexts = roomTexts<keyof typeof de>('zugaenge', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
