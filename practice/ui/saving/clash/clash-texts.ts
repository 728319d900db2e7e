// Texts of two states of one draft.

import { roomTexts } from '../../texts.ts';
import type de from './texts.de.json';

export const useClashTexts = roomTexts<keyof typeof de>('clash', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
