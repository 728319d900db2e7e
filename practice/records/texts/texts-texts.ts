// Texts of the area of consent texts.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type TextsKey = keyof typeof de;
export type TextsTexts = TextsOf<TextsKey>;
export const useTextsTexts: () => TextsTexts = roomTexts<TextsKey>('texte', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
