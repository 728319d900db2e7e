// Texts of the line that says who else has a draft open.

import { roomTexts } from '../../texts.ts';
import type de from './texts.de.json';

export const useAlsoOpenTexts = roomTexts<keyof typeof de>('auch-offen', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
