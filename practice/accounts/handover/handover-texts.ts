// Texts of carrying a sign-in elsewhere.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export const useUebergabeTexts = roomTexts<keyof typeof de>('uebergabe', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
