// Days as numbers since 1970, German holidays and Berlin time, fast enough for hundreds of
// thousands of appointments.

import { DAY_MS } from '../../../../shared/base/day-math.ts';

const texts = new Map<number, string>();
/** Converts `YYYY-MM-DD` to days since 1970. */
export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS;
/** Returns the day of an instant in ms, in UTC. */
export const dayAt = (at: number): number => Math.floor(at / DAY_MS);
export function dayText(day: number): string {
  let text = texts.get(day);
  if (text === undefined)
    texts.set(day, (text = new Date(day * DAY_MS).toISOString().slice(0, 10)));
  return text;
}
/** Returns the weekday, 0 Sunday … 6 Saturday. */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;
export const yearOf = (day: number): number => Number(dayText(day).slice(0, 4));
export const monthOf = (day: number): number => Number(dayText(day).slice(5, 7));
export const firstOf = (year: number, month: number): number =>
  Date.UTC(year, month - 1, 1) / DAY_MS;
/** Returns the last day of the month, or of the quarter, that contains a day. */
export const monthEnd = (day: number): number => firstOf(yearOf(day), monthOf(day) + 1) - 1;
export const quarterEnd = (day: number): number =>
  firstOf(yearOf(day), Math.floor((monthOf(day) - 1) / 3) * 3 + 4) - 1;

const lastSunday = (year: number, month: number): number => {
  const end = firstOf(year, month + 1) - 1;
  return end - weekday(end);
};
const summers = new Map<number, readonly [number, number]>();
function isSummer(day: number): boolean {
  const year = yearOf(day);
  let ends = summers.get(year);
  if (!ends) summers.set(year, (ends = [lastSunday(year, 3), lastSunday(year, 10)]));
  return day >= ends[0] && day < ends[1];
}
/**
 * Returns the instant (ms since 1970) of a minute of the day in Berlin time; valid only for usual
 * working hours.
 */
export const instant = (day: number, minute: number): number =>
  day * DAY_MS + minute * 60_000 - (isSummer(day) ? 7_200_000 : 3_600_000);

/** Computes Easter Sunday (Gauss, in the form of Butcher). */
export function easter(year: number): number {
  const a = year % 19,
    b = Math.floor(year / 100),
    c = year % 100,
    d = Math.floor((8 * b + 13) / 25),
    e = Math.floor((19 * a + b - Math.floor(b / 4) - d + 15) % 30);
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7,
    g = Math.floor((a + 11 * e + 22 * f) / 451),
    month = Math.floor((e + f - 7 * g + 114) / 31);
  return firstOf(year, month) + ((e + f - 7 * g + 114) % 31);
}
const FIXED = ['01-01', '03-08', '05-01', '10-03', '12-25', '12-26'];
const holidays = new Map<number, Set<number>>();
/** Checks for holidays of Berlin; the days between Christmas and New Year count as holidays. */
export function isClosed(day: number): boolean {
  const year = yearOf(day);
  let set = holidays.get(year);
  if (!set) {
    const sunday = easter(year);
    holidays.set(
      year,
      (set = new Set([
        ...FIXED.map((one) => dayNumber(`${year}-${one}`)),
        sunday - 2,
        sunday + 1,
        sunday + 39,
        sunday + 50,
        ...[24, 27, 28, 29, 30, 31].map((one) => dayNumber(`${year}-12-${one}`)),
      ])),
    );
  }
  return set.has(day);
}
