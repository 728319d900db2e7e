// Texts of the page on data protection.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export const useComplianceTexts = roomTexts<keyof typeof de>('datenschutz', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
