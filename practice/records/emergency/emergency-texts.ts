// Texts of the emergency paper set.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type NotfallKey = keyof typeof de;
export const useNotfallTexts: () => TextsOf<NotfallKey> = roomTexts<NotfallKey>('notfall', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
