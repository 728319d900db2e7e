// Texts of the audit log.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ProtokollTexts = TextsOf<keyof typeof de>;
export const useProtokollTexts: () => ProtokollTexts = roomTexts<keyof typeof de>('protokoll', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
