// Texts of the paper area: missing signatures.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type PapersKey = keyof typeof de;
export type PapersTexts = TextsOf<PapersKey>;
export const usePapersTexts: () => PapersTexts = roomTexts<PapersKey>('papier', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
