// Texts of the page of fees and values.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ValueText = keyof typeof de;
export const useValueTexts: () => TextsOf<ValueText> = roomTexts<ValueText>('stammwerte', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
