// Texts of incidents and maintenance.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export const useIncidentTexts = roomTexts<keyof typeof de>('stoerungen', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
