// Texts of the fleet.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export const useFleetTexts = roomTexts<keyof typeof de>('flotte', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
