// Intervals between services: calendar half-years, years, quarters and gaps as the statutory rules
// count them. Days are `YYYY-MM-DD`. Pure.

import { addDays, addMonths, halfStart, quarterStart } from '../../base/day-math.ts';

/**
 * Returns the completed months of age on a day; a person born on the 31st is a month older on the
 * first of the next month if there is no 31st (§ 187 Abs. 2, § 188 Abs. 3 BGB).
 */
export function monthsOn(birth: string, day: string): number {
  const [by, birthMonth, birthDay] = birth.split('-').map(Number) as [number, number, number],
    [y, m, d] = day.split('-').map(Number) as [number, number, number];
  return (y - by) * 12 + m - birthMonth - (d < birthDay ? 1 : 0);
}
const yearStart = (day: string): string => `${day.slice(0, 4)}-01-01`;
const later = (a: string, b: string): string => (a > b ? a : b);

/**
 * `KJ` calendar year · `KHJ` calendar half-year · `Q` quarter · `8Q` two years counted by quarters
 * · `nM`, `nD` back from the day; a day counts while it plus `n` months is not before the day (§
 * 188 Abs. 2, 3 BGB).
 */
export type Window = 'KJ' | 'KHJ' | 'Q' | '8Q' | `${number}M` | `${number}D`;
/** Returns the first day of the window that ends on `day`; the first day is inside. */
export function windowStart(window: Window, day: string): string {
  switch (window) {
    case 'KJ':
      return yearStart(day);
    case 'KHJ':
      return halfStart(day);
    case 'Q':
      return quarterStart(day);
    // The quarter two years ago is free again: the window contains the current quarter and the
    // seven before.
    case '8Q':
      return addMonths(quarterStart(day), -21);
    default: {
      const count = Number(window.slice(0, -1));
      if (window.endsWith('D')) return addDays(day, -count);
      // Counted forward, not back: four months from 31 October end on the last of February, so that
      // on 30 June the last of February is outside.
      let from = addMonths(day, -count);
      while (addMonths(from, count) < day) from = addDays(from, 1);
      return from;
    }
  }
}
export const isInWindow = (window: Window, before: string, day: string): boolean =>
  before <= day && before >= windowStart(window, day);

/**
 * Returns the earliest day for 01: once per calendar half-year, and not before four months and a
 * day.
 */
export const earliest01 = (last: string): string =>
  later(addDays(addMonths(last, 4), 1), addMonths(halfStart(last), 6));
/**
 * Returns the earliest day for 04: again from the first day of the same quarter two years later.
 */
export const earliest04 = (last: string): string => addMonths(quarterStart(last), 24);
export const earliest107 = (last: string): string => yearStart(addMonths(last, 12));
/** Checks for Ä1 in a new quarter: more than 18 days after the last service. */
export const isNewConsultation = (last: string | null, day: string): boolean =>
  last === null || (last < addDays(day, -18) && last < quarterStart(day));

/**
 * Supportive therapy since 1 July 2021, counted only by gaps since 1 July 2025: maximum sessions in
 * 24 months, months between two of them, and the sessions at which UPTd and UPTg are due.
 */
export const UPT = {
  A: { most: 2, gapMonths: 10, d: [] as readonly number[], g: 2 },
  B: { most: 4, gapMonths: 5, d: [2, 4] as readonly number[], g: 3 },
  C: { most: 6, gapMonths: 3, d: [2, 3, 5, 6] as readonly number[], g: 4 },
} as const;

/** Early checks by completed months of age. */
export const FUZ: readonly {
  readonly key: string;
  readonly number: 'FU1' | 'FU2';
  readonly from: number;
  readonly to: number;
}[] = [
  { key: 'FUZ1', number: 'FU1', from: 5, to: 8 },
  { key: 'FUZ2', number: 'FU1', from: 9, to: 19 },
  { key: 'FUZ3', number: 'FU1', from: 20, to: 32 },
  { key: 'FUZ4', number: 'FU2', from: 33, to: 47 },
  { key: 'FUZ5', number: 'FU2', from: 48, to: 59 },
  { key: 'FUZ6', number: 'FU2', from: 60, to: 71 },
];
export const fuzOf = (months: number): (typeof FUZ)[number] | undefined =>
  FUZ.find((one) => months >= one.from && months <= one.to);
/**
 * Checks the age for children's prophylaxis: from the sixth birthday to the day before the
 * eighteenth.
 */
export const isIpAge = (months: number): boolean => months >= 72 && months <= 215;
