// Texts of the keys of a list.

import { roomTexts } from '../../texts.ts';
import type de from './texts.de.json';

export const useKeysTexts = roomTexts<keyof typeof de>('tasten', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
