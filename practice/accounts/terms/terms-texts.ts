// Texts of the terms of use.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type AgbTexts = TextsOf<keyof typeof de>;
export const useAgbTexts: () => AgbTexts = roomTexts<keyof typeof de>('agb', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
