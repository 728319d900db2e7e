// Texts of the room's screen, and how it writes a day.

import { berlinDay, ZONE } from '../../shared/dates.ts';
import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type StuhlKey = keyof typeof de;
export type StuhlTexts = TextsOf<StuhlKey>;
export const useStuhlTexts = (): StuhlTexts => useSliceTexts<StuhlKey>('stuhl');

/** `24.05.2026`; empty where there is none. */
export function showDay(at: string | number | null, language: string): string {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return ms === null || Number.isNaN(ms) ? '' : new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { timeZone: ZONE, day: '2-digit', month: '2-digit', year: 'numeric' }).format(ms);
}
export const isToday = (at: string | number | null, now: number): boolean => at !== null && berlinDay(typeof at === 'string' ? Date.parse(at) : at) === berlinDay(now);
