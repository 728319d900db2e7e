// Texts of the own account.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type KontoText = keyof typeof de;
export const useKontoTexts = roomTexts<KontoText>('konto', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
