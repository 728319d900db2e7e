// Texts of licences.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type LicenceText = keyof typeof de;
export const useLicenceTexts = roomTexts<LicenceText>('lizenz', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
