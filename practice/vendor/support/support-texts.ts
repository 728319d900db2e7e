// Texts of the vendor's access to a practice.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ZugriffText = keyof typeof de;
export const useZugriffTexts = roomTexts<ZugriffText>('zugriff', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
