// Season of revenue by calendar month, and the back-test that decides whether it is used. Pure.

/** A whole delivered month, counted from year 0; `days` are its working days. */
export interface MonthSum {
  readonly month: number;
  readonly cents: number;
  readonly days: number;
}
export const YEAR = 12;
/** Whole delivered months that a season needs. */
const LEAST_MONTHS = 24;
/** Months with both forecasts that a back-test needs. */
const LEAST_TESTS = 6;

type History = ReadonlyMap<number, MonthSum>;
/** Indexes months; one without revenue is a gap, since a practice that is open has some. */
export const historyOf = (months: readonly MonthSum[]): History =>
  new Map(months.filter(({ cents, days }) => cents > 0 && days > 0).map((one) => [one.month, one]));
const before = (history: History, month: number): MonthSum[] =>
  Array.from({ length: YEAR }, (_, at) => history.get(month - YEAR + at)).filter(
    (one) => one !== undefined,
  );
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Returns the cents of a working day in the twelve months before a month; null without any. */
export function plainRate(history: History, month: number): number | null {
  const past = before(history, month),
    days = sum(past.map((one) => one.days));
  return days === 0 ? null : sum(past.map((one) => one.cents)) / days;
}
/**
 * Returns how much more a working day of a calendar month brings than the mean one of its year: the
 * mean over all whole years that end before a month. Null without such a year.
 * @param history months of the practice
 */
export function seasonFactor(history: History, month: number, target: number): number | null {
  const factors: number[] = [],
    first = Math.min(...history.keys());
  for (let end = month; end - YEAR >= first; end -= YEAR) {
    const year = before(history, end),
      own = year.find((one) => (one.month - target) % YEAR === 0);
    if (year.length < YEAR || !own) continue;
    factors.push(
      own.cents / own.days / (sum(year.map((one) => one.cents)) / sum(year.map((one) => one.days))),
    );
  }
  return factors.length === 0 ? null : sum(factors) / factors.length;
}
/**
 * Returns the cents of a working day in the twelve months before a month without their season: what
 * a day with the factor 1 brings. Null where a factor is missing.
 * @param own months of a part of the practice
 */
export function levelBefore(history: History, own: History, month: number): number | null {
  const past = before(own, month),
    weights = past.map((one) => {
      const factor = seasonFactor(history, month, one.month);
      return factor === null ? null : factor * one.days;
    });
  if (past.length === 0 || weights.some((one) => one === null)) return null;
  return sum(past.map((one) => one.cents)) / sum(weights as number[]);
}
/** A past month, and both forecasts of it from earlier months; cents. */
export interface Test {
  readonly month: number;
  readonly actual: number;
  readonly plain: number;
  readonly seasonal: number | null;
}
/** Forecasts each of the twelve months before a month from the months before it. */
export function backTest(history: History, own: History, month: number): Test[] {
  return before(own, month).flatMap((one) => {
    const plain = plainRate(own, one.month);
    if (plain === null) return [];
    const factor = seasonFactor(history, one.month, one.month),
      level = levelBefore(history, own, one.month);
    return [
      {
        month: one.month,
        actual: one.cents,
        plain: Math.round(plain * one.days),
        seasonal: factor === null || level === null ? null : Math.round(level * factor * one.days),
      },
    ];
  });
}
export interface Season {
  readonly tests: readonly Test[];
  /** Mean absolute errors in cents over the months with both forecasts; null without enough. */
  readonly plainError: number | null;
  readonly seasonalError: number | null;
  /** Whether the forecast with the season was better, and enough months were delivered. */
  readonly isUsed: boolean;
}
/** Returns the mean absolute errors of both forecasts, over the months that have both. */
export function errorsOf(tests: readonly Test[]): Pick<Season, 'plainError' | 'seasonalError'> {
  const both = tests.filter(({ seasonal }) => seasonal !== null),
    errorOf = (of: (one: Test) => number): number | null =>
      both.length < LEAST_TESTS
        ? null
        : Math.round(sum(both.map((one) => Math.abs(of(one) - one.actual))) / both.length);
  return {
    plainError: errorOf(({ plain }) => plain),
    seasonalError: errorOf(({ seasonal }) => seasonal!),
  };
}
/** Compares both forecasts of the twelve months before a month. */
export function seasonBefore(history: History, month: number): Season {
  const tests = backTest(history, history, month),
    { plainError, seasonalError } = errorsOf(tests),
    delivered = [...history.keys()].filter((one) => one < month).length;
  return {
    tests,
    plainError,
    seasonalError,
    isUsed:
      delivered >= LEAST_MONTHS &&
      seasonFactor(history, month, month) !== null &&
      plainError !== null &&
      seasonalError !== null &&
      seasonalError < plainError,
  };
}
const EIGHT_OF_TEN = 0.8;
/**
 * Returns the share of a forecast that eight of ten errors stay within; null with fewer than six
 * tests.
 */
export function errorShare(tests: readonly Test[], isSeasonal: boolean): number | null {
  const shares = tests
    .flatMap(({ actual, plain, seasonal }) => {
      const expected = isSeasonal ? seasonal : plain;
      return expected === null || expected <= 0 ? [] : [Math.abs(actual - expected) / expected];
    })
    .sort((x, y) => x - y);
  return shares.length < LEAST_TESTS
    ? null
    : shares[Math.min(shares.length - 1, Math.ceil(shares.length * EIGHT_OF_TEN) - 1)]!;
}
