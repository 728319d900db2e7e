// Texts of scores over time.

import { roomTexts, type TextsOf } from '../../../ui/texts.ts';
import type de from './texts.de.json';

type ScoresKey = keyof typeof de;
export type ScoresTexts = TextsOf<ScoresKey>;
export const useScoresTexts: () => ScoresTexts = roomTexts<ScoresKey>('verlauf', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
