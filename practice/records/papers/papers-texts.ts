// Texts of the paper area: missing signatures.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type PapierKey = keyof typeof de;
export type PapierTexts = TextsOf<PapierKey>;
export const usePapierTexts: () => PapierTexts = roomTexts<PapierKey>('papier', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
