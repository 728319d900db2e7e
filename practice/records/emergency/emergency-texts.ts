// Texts of the emergency paper set.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type EmergencyKey = keyof typeof de;
export const useEmergencyTexts: () => TextsOf<EmergencyKey> = roomTexts<EmergencyKey>('notfall', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
