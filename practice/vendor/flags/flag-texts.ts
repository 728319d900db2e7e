// Texts of switches.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type FlagText = keyof typeof de;
export const useFlagTexts = roomTexts<FlagText>('schalter', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
