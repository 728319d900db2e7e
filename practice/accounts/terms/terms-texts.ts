// Texts of the terms of use and of the contract on processing.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type TermsTexts = TextsOf<keyof typeof de>;
export const useTermsTexts: () => TermsTexts = roomTexts<keyof typeof de>('agb', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
