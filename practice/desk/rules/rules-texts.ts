// Texts of the rules page.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type RulesKey = keyof typeof de;
export type RulesTexts = TextsOf<RulesKey>;
export const useRulesTexts: () => RulesTexts = roomTexts<RulesKey>('regeln', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
