// Public holidays in Germany by state, for surcharges on non-working days, and for the elapsed
// share of a month or a quarter. Pure.

import { addDays } from '../../../shared/base/day-math.ts';

/** Returns Easter Sunday (Gauss, in the form of Butcher), `YYYY-MM-DD`. */
export function easterSunday(year: number): string {
  const a = year % 19,
    b = Math.floor(year / 100),
    c = year % 100,
    d = Math.floor((8 * b + 13) / 25),
    e = Math.floor((19 * a + b - Math.floor(b / 4) - d + 15) % 30);
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7,
    g = Math.floor((a + 11 * e + 22 * f) / 451),
    month = Math.floor((e + f - 7 * g + 114) / 31),
    day = ((e + f - 7 * g + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
/**
 * Fixed days of single states, by region code of the KZV, and the first year in which they applied
 * there (holiday acts of the states). Days that apply only in some communities are left out.
 */
const STATE_HOLIDAYS: readonly (readonly [string, readonly string[], number])[] = [
  ['01-06', ['bw', 'by', 'st'], 1990],
  ['03-08', ['be'], 2019],
  ['03-08', ['mv'], 2023],
  ['08-15', ['sl'], 1990],
  ['09-20', ['th'], 2019],
  ['10-31', ['bb', 'mv', 'sn', 'st', 'th'], 1990],
  ['10-31', ['sh', 'hh', 'ni', 'hb'], 2018],
  ['11-01', ['bw', 'by', 'no', 'wl', 'rp', 'sl'], 1990],
];
/**
 * One-time holidays: 500 years of the Reformation everywhere; the end of the war and the uprising
 * of 1953 in Berlin.
 */
const ONE_TIME_HOLIDAYS: Readonly<Record<string, string>> = {
  '2017-10-31': '*',
  '2020-05-08': 'be',
  '2025-05-08': 'be',
  '2028-06-17': 'be',
};
const CORPUS_CHRISTI = ['bw', 'by', 'he', 'no', 'wl', 'rp', 'sl'];
/**
 * Checks for a holiday.
 * @param region region code of the KZV (`be`), null if unknown: then only nationwide days count
 */
export function isHolidayIn(day: string, region: string | null): boolean {
  const short = day.slice(5),
    year = Number(day.slice(0, 4)),
    easter = easterSunday(year),
    once = ONE_TIME_HOLIDAYS[day];
  if (
    ['01-01', '05-01', '10-03', '12-25', '12-26'].includes(short) ||
    [-2, 1, 39, 50].some((days) => addDays(easter, days) === day)
  )
    return true;
  if (once !== undefined && (once === '*' || once === region)) return true;
  if (region === null) return false;
  if (
    region === 'sn' &&
    short >= '11-16' &&
    short <= '11-22' &&
    new Date(`${day}T00:00:00Z`).getUTCDay() === 3
  )
    return true;
  return (
    STATE_HOLIDAYS.some(
      ([one, where, since]) => one === short && year >= since && where.includes(region),
    ) ||
    (CORPUS_CHRISTI.includes(region) && addDays(easter, 60) === day)
  );
}
