// The one forecast of revenue: revenue so far, plus the mean of a working day for each one left.

import type { Snapshot } from '../../snapshot/snapshot.ts';
import { type Selection, withPeriod } from '../../snapshot/selection.ts';
import { EMPTY, firstOfMonth } from '../../snapshot/calendar.ts';
import { workdays } from '../../snapshot/working-days.ts';
import { countedUntil } from '../../snapshot/comparison.ts';
import { undocumentedUntil } from '../../metrics/coverage.ts';
import { eur } from '../report-kind.ts';
import { totalOf } from './revenue-sums.ts';

/** Months before that give the mean. */
export const PAST_MONTHS = 12;
type Which = 'honorar' | 'umsatz';

/** Revenue of a working day in past months, in cents. */
interface DailyRate {
  readonly mean: number;
  /** Standard deviation of whole months, for one working day; null with a single month. */
  readonly spread: number | null;
  readonly daysPerMonth: number;
}
/**
 * Returns the mean revenue of a working day in the whole months before a month, as far as they were
 * delivered; null without one. Means of practitioners add up to that of the practice.
 */
export function dailyRate(a: Selection, month: number, which: Which): DailyRate | null {
  if (a.snapshot.dataUntil === EMPTY) return null;
  const region = a.region ?? null,
    months: { cents: number; days: number }[] = [];
  for (let m = month - PAST_MONTHS; m < month; m += 1) {
    const own = withPeriod(a, firstOfMonth(m), firstOfMonth(m + 1) - 1);
    if (undocumentedUntil('umsatz', own) === undefined)
      months.push({ cents: totalOf(own)[which], days: workdays(own.from, own.to, region) });
  }
  const days = months.reduce((sum, one) => sum + one.days, 0);
  if (days === 0) return null;
  const mean = months.reduce((sum, one) => sum + one.cents, 0) / days,
    squares = months.reduce((sum, one) => sum + (one.cents / one.days - mean) ** 2, 0);
  return {
    mean,
    spread: months.length < 2 ? null : Math.sqrt(squares / (months.length - 1)),
    daysPerMonth: days / months.length,
  };
}

/** Expected revenue in euros, with the range that eight of ten outcomes lie in. */
export interface Forecast {
  readonly expected: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
/** Eight of ten outcomes lie within 1.28 standard deviations. */
const EIGHT_OF_TEN = 1.28;
/** Forecasts a span of which some cents are there and some working days are left. */
export function forecast(doneCents: number, daysLeft: number, rate: DailyRate | null): Forecast {
  if (daysLeft === 0) {
    const done = eur(doneCents);
    return { expected: done, low: done, high: done };
  }
  if (!rate) return { expected: null, low: null, high: null };
  const rest = rate.mean * daysLeft,
    expected = eur(doneCents + rest);
  if (rate.spread === null) return { expected, low: null, high: null };
  // The deviation of days grows with the root of their number.
  const room = EIGHT_OF_TEN * rate.spread * Math.sqrt(daysLeft * rate.daysPerMonth);
  return {
    expected,
    low: eur(doneCents + Math.max(0, rest - room)),
    high: eur(doneCents + rest + room),
  };
}
/**
 * Counts the working days of a span that are not over: today is left while none of its rows were
 * delivered.
 */
export const workdaysLeft = (
  snapshot: Snapshot,
  from: number,
  to: number,
  region: string | null,
): number => workdays(Math.max(from, countedUntil(snapshot) + 1), to, region);
