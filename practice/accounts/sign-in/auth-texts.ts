// Texts of signing in.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export const useAuthTexts = roomTexts<keyof typeof de>('auth', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
