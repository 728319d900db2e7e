// Texts of the deliveries of the practice software.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type DataKey = keyof typeof de;
export const useDataTexts: () => TextsOf<DataKey> = roomTexts<DataKey>('daten', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
