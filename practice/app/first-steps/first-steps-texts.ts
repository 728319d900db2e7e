// Texts of the first steps of a practice.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export const useFirstStepsTexts = roomTexts<keyof typeof de>('erste-schritte', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
