// Texts of the room's screen, and the check for today.

import { berlinDay } from '../../../shared/base/dates.ts';
import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type ChairKey = keyof typeof de;
export type ChairTexts = TextsOf<ChairKey>;
export const useChairTexts: () => ChairTexts = roomTexts<ChairKey>('stuhl', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

export const isToday = (at: string | number | null, now: number): boolean =>
  at !== null && berlinDay(typeof at === 'string' ? Date.parse(at) : at) === berlinDay(now);
