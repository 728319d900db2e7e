// Periods of a report: named ones that move with the calendar, and free ones from day to day. Pure;
// days are `YYYY-MM-DD`.

import { DAY_MS } from '../../shared/base/day-math.ts';

/**
 * In the order in which they are offered; running ones end today, so that a comparison covers
 * equally long spans.
 */
export const PERIODS = [
  'heute',
  'gestern',
  'woche',
  'monat',
  'vormonat',
  'quartal',
  'vorquartal',
  'jahr',
  'vorjahr',
  'zwoelf',
  'dreijahre',
] as const;
export type Period = (typeof PERIODS)[number];
export const isPeriod = (word: string | undefined): word is Period =>
  (PERIODS as readonly string[]).includes(word ?? '');
/** Both ends inclusive. */
export interface Span {
  readonly von: string;
  readonly bis: string;
}

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayAt(at(day) + days * DAY_MS);
/** First day of a month counted from year 0. */
const monthStart = (months: number): string =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
const monthsOf = (day: string): number =>
  Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
/** 0 = Monday. */
const weekday = (day: string): number => (new Date(at(day)).getUTCDay() + 6) % 7;

/** Returns the days of a named period. @param today the day in Berlin */
export function spanOf(period: Period, today: string): Span {
  const month = monthsOf(today),
    quarter = month - (month % 3),
    year = month - (month % 12);
  const before = (from: number, to: number): Span => ({
    von: monthStart(from),
    bis: addDays(monthStart(to), -1),
  });
  switch (period) {
    case 'heute':
      return { von: today, bis: today };
    case 'gestern':
      return { von: addDays(today, -1), bis: addDays(today, -1) };
    case 'woche':
      return { von: addDays(today, -weekday(today)), bis: today };
    case 'monat':
      return { von: monthStart(month), bis: today };
    case 'vormonat':
      return before(month - 1, month);
    case 'quartal':
      return { von: monthStart(quarter), bis: today };
    case 'vorquartal':
      return before(quarter - 3, quarter);
    case 'jahr':
      return { von: monthStart(year), bis: today };
    case 'vorjahr':
      return before(year - 12, year);
    case 'zwoelf':
      return before(month - 12, month);
    case 'dreijahre':
      return before(month - 36, month);
  }
}
/** Counts the days of a span, both ends inclusive. */
export const lengthOf = ({ von, bis }: Span): number =>
  Math.round((at(bis) - at(von)) / DAY_MS) + 1;
/** Minimum number of days shown if data ended before a span. */
const LEAST = 7;
/**
 * Returns the last days with data, as many as the span has, if the span begins after them;
 * otherwise null.
 * @param until last day with data
 */
export function lastBefore(span: Span, until: string | null): Span | null {
  return until === null || until >= span.von
    ? null
    : { von: addDays(until, 1 - Math.max(LEAST, lengthOf(span))), bis: until };
}
/** Returns the default resolution of a span. */
export function groupingOf(span: Span): 'TAG' | 'WOCHE' | 'MONAT' | 'QUARTAL' {
  const days = lengthOf(span);
  if (days <= 31) return 'TAG';
  if (days <= 95) return 'WOCHE';
  return days <= 1_100 ? 'MONAT' : 'QUARTAL';
}
