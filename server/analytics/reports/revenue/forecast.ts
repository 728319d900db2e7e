// The one forecast of revenue: revenue so far, plus what each working day left is expected to bring,
// with the season of the practice where the back-test shows that it helps.

import { UNFILTERED } from '../../../../shared/analytics/reports/report.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { buildSelection, type Selection, withPeriod } from '../../snapshot/selection.ts';
import { EMPTY, firstOfMonth, monthOfDay } from '../../snapshot/calendar.ts';
import { workdays } from '../../snapshot/working-days.ts';
import { countedUntil } from '../../snapshot/comparison.ts';
import { undocumentedUntil } from '../../metrics/coverage.ts';
import { memoise } from '../../metrics/row-index.ts';
import { eur } from '../report-kind.ts';
import { totalOf } from './revenue-sums.ts';
import {
  backTest,
  errorShare,
  historyOf,
  levelBefore,
  plainRate,
  seasonBefore,
  seasonFactor,
  YEAR,
  type MonthSum,
  type Season,
  type Test,
} from './season.ts';

/** Months before that give the mean. */
export const PAST_MONTHS = YEAR;
/** Years before that give the season. */
const SEASON_YEARS = 5;
type Which = 'honorar' | 'umsatz';
type History = ReturnType<typeof historyOf>;

/** Returns the whole delivered months before a month. */
function monthsBefore(a: Selection, month: number, which: Which, count: number): MonthSum[] {
  const months: MonthSum[] = [],
    region = a.region ?? null;
  if (a.snapshot.dataUntil === EMPTY) return months;
  for (let m = month - count; m < month; m += 1) {
    const own = withPeriod(a, firstOfMonth(m), firstOfMonth(m + 1) - 1);
    if (undocumentedUntil('umsatz', own) === undefined)
      months.push({
        month: m,
        cents: totalOf(own)[which],
        days: workdays(own.from, own.to, region),
      });
  }
  return months;
}
interface PracticeSeason extends Season {
  readonly history: History;
}
/**
 * Returns the season of the whole practice, whatever the filter: parts that share it add up to the
 * forecast of the practice.
 */
function practiceSeason(a: Selection, month: number, which: Which): PracticeSeason {
  const { basis } = a.filter,
    region = a.region ?? null;
  return memoise(a.snapshot, `season ${month} ${which} ${basis} ${region}`, () => {
    const filter = {
        ...a.filter,
        ...UNFILTERED,
      },
      whole = { ...buildSelection(a.snapshot, filter), region },
      history = historyOf(monthsBefore(whole, month, which, SEASON_YEARS * YEAR));
    return { ...seasonBefore(history, month), history };
  });
}

/** What a working day is expected to bring, in cents. */
export interface DailyRate {
  /** Cents of a working day of a month, counted from year 0. */
  readonly meanOf: (month: number) => number;
  /** Both forecasts of each of the twelve months before, for the same part of the practice. */
  readonly tests: readonly Test[];
  /** Deviation of a whole month of some working days, in cents; null where it is not known. */
  readonly deviation: (month: number, days: number) => number | null;
}
/**
 * Returns the expected revenue of working days from a month on, by the whole months before it as far
 * as they were delivered; null without one. Rates of practitioners add up to that of the practice.
 */
export function dailyRate(a: Selection, month: number, which: Which): DailyRate | null {
  const season = practiceSeason(a, month, which),
    // Months without revenue of the practice are left out as in the back-test, and for all parts
    // alike, so that they add up.
    own = new Map(
      monthsBefore(a, month, which, SEASON_YEARS * YEAR)
        .filter((one) => season.history.has(one.month))
        .map((one) => [one.month, one]),
    ),
    mean = plainRate(own, month);
  if (mean === null) return null;
  const months = [...own.values()].filter((one) => one.month >= month - PAST_MONTHS),
    squares = months.reduce((sum, one) => sum + (one.cents / one.days - mean) ** 2, 0),
    spread = months.length < 2 ? null : Math.sqrt(squares / (months.length - 1)),
    level = season.isUsed ? levelBefore(season.history, own, month) : null,
    meanOf = (of: number): number =>
      level === null ? mean : level * (seasonFactor(season.history, month, of) ?? 1),
    tests = backTest(season.history, own, month),
    within = errorShare(tests, level !== null);
  return {
    meanOf,
    tests,
    deviation: (of, many) => {
      if (within !== null) return within * meanOf(of) * many;
      return spread === null ? null : EIGHT_OF_TEN * spread * many;
    },
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
/** Working days of a month, counted from year 0, and how many of them are left. */
export interface Left {
  readonly month: number;
  readonly days: number;
  readonly monthDays: number;
}
/** Forecasts a span of which some cents are there and some working days are left. */
export function forecast(
  doneCents: number,
  left: readonly Left[],
  rate: DailyRate | null,
): Forecast {
  if (left.length === 0) {
    const done = eur(doneCents);
    return { expected: done, low: done, high: done };
  }
  if (!rate) return { expected: null, low: null, high: null };
  let rest = 0,
    squares: number | null = 0;
  for (const { month, days, monthDays } of left) {
    const whole = rate.deviation(month, monthDays);
    rest += rate.meanOf(month) * days;
    // The deviation of days grows with the root of their number.
    squares = squares === null || whole === null ? null : squares + (whole ** 2 * days) / monthDays;
  }
  const expected = eur(doneCents + rest);
  if (squares === null) return { expected, low: null, high: null };
  const room = Math.sqrt(squares);
  return {
    expected,
    low: eur(doneCents + Math.max(0, rest - room)),
    high: eur(doneCents + rest + room),
  };
}
/** Returns the working days from one day to another by month; months without any are left out. */
export function daysByMonth(from: number, to: number, region: string | null): Left[] {
  const found: Left[] = [];
  for (let month = monthOfDay(from); from <= to && month <= monthOfDay(to); month += 1) {
    const first = firstOfMonth(month),
      last = firstOfMonth(month + 1) - 1,
      days = workdays(Math.max(from, first), Math.min(to, last), region);
    if (days > 0) found.push({ month, days, monthDays: workdays(first, last, region) });
  }
  return found;
}
/**
 * Returns the working days of a span that are not over, by month: today is left while none of its
 * rows were delivered.
 */
export const workdaysLeft = (
  snapshot: Snapshot,
  from: number,
  to: number,
  region: string | null,
): Left[] => daysByMonth(Math.max(from, countedUntil(snapshot) + 1), to, region);
/** Returns the hint that names the method of a forecast. */
export const methodHint = (a: Selection, month: number, which: Which): string =>
  practiceSeason(a, month, which).isUsed ? 'prognoseSaison' : 'prognoseTagesschnitt';
