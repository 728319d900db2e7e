/** Season by calendar month and its back-test, over made-up months. */
import { describe, expect, it } from 'vitest';
import {
  backTest,
  errorShare,
  historyOf,
  levelBefore,
  plainRate,
  seasonBefore,
  seasonFactor,
  type MonthSum,
} from './season.ts';

/** January 2023, counted from year 0. */
const START = 2023 * 12;
const DAYS = 20;
/** December brings half as much a day, March half as much again. */
const SHAPE: Readonly<Record<number, number>> = { 11: 50, 2: 150 };
const shaped = (count: number, cents = (month: number) => SHAPE[month % 12] ?? 100): MonthSum[] =>
  Array.from({ length: count }, (_, at) => ({
    month: START + at,
    cents: cents(START + at) * DAYS * 100,
    days: DAYS,
  }));
const seasonOf = (months: readonly MonthSum[], at = months.length) =>
  seasonBefore(historyOf(months), START + at);

describe('the season of revenue', () => {
  it('finds how strong a calendar month is, and forecasts it exactly without noise', () => {
    const history = historyOf(shaped(36)),
      now = START + 36;
    expect(seasonFactor(history, now, now + 2)! / seasonFactor(history, now, now)!).toBeCloseTo(
      1.5,
      10,
    );
    const level = levelBefore(history, history, now)!;
    expect(level * seasonFactor(history, now, now + 11)!).toBeCloseTo(5_000, 6);
    expect(plainRate(history, now)).toBe(10_000);
  });
  it('is used where it was less off over the last twelve months', () => {
    const season = seasonOf(shaped(36));
    expect([season.tests.length, season.seasonalError, season.isUsed]).toEqual([12, 0, true]);
    // Two of twelve months are off by 50 euros a day.
    expect(season.plainError).toBe(Math.round((2 * 5_000 * DAYS) / 12));
    expect(errorShare(season.tests, true)).toBe(0);
  });
  it('forecasts a past month only from months before it', () => {
    const months = shaped(36),
      [first] = backTest(historyOf(months), historyOf(months), START + 36),
      later = months.map((one) => (one.month > first!.month ? { ...one, cents: 1 } : one));
    expect(backTest(historyOf(later), historyOf(later), START + 36)[0]).toEqual(first);
  });
  it('follows a practice that grows', () => {
    const grown = shaped(48, (month) => (SHAPE[month % 12] ?? 100) * (1 + (month - START) / 100));
    expect(seasonOf(grown).isUsed).toBe(true);
  });
  it('needs 24 whole months', () => {
    expect(seasonOf(shaped(24)).isUsed).toBe(true);
    const short = seasonOf(shaped(23));
    expect([short.isUsed, short.tests.length]).toEqual([false, 12]);
    expect(seasonOf([])).toEqual({
      tests: [],
      plainError: null,
      seasonalError: null,
      isUsed: false,
    });
  });
  it('is not used where months do not repeat', () => {
    // Months that were strong in two years are weak in the third.
    const noise = shaped(36, (month) => (month % 2 === (month < START + 24 ? 0 : 1) ? 140 : 60));
    const season = seasonOf(noise);
    expect(season.seasonalError!).toBeGreaterThan(season.plainError!);
    expect(season.isUsed).toBe(false);
  });
  it('leaves out a year with a gap, and a month without revenue is one', () => {
    const gap = shaped(48).map((one) => (one.month === START + 5 ? { ...one, cents: 0 } : one)),
      history = historyOf(gap);
    expect(history.size).toBe(47);
    expect(seasonFactor(history, START + 48, START + 50)).toBeCloseTo(1.5, 10);
    expect(seasonFactor(history, START + 12, START + 14)).toBeNull();
    // Without a whole year before it nothing is seasonal.
    const broken = shaped(30).filter(({ month }) => (month - START) % 6 !== 0);
    expect(seasonOf(broken, 30)).toMatchObject({ seasonalError: null, isUsed: false });
  });
});
