// Texts of the area of consent texts.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type TexteKey = keyof typeof de;
export type TexteTexts = TextsOf<TexteKey>;
export const useTexteTexts: () => TexteTexts = roomTexts<TexteKey>('texte', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
