// Texts of the command palette.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type PaletteKey = keyof typeof de;
export const usePaletteTexts = roomTexts<PaletteKey>('palette', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
