// Texts of the vendor's access to a practice.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type SupportText = keyof typeof de;
export const useSupportTexts = roomTexts<SupportText>('zugriff', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
