// Texts of the rules page.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type RegelnKey = keyof typeof de;
export type RegelnTexts = TextsOf<RegelnKey>;
export const useRegelnTexts: () => RegelnTexts = roomTexts<RegelnKey>('regeln', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
