// Tests of public holidays: the table against days in printed calendars, and against counts that
// are the same every year.

import { expect, test } from 'vitest';
import { addDays } from '../../../shared/base/day-math.ts';
import { isHolidayIn, easterSunday } from './public-holidays.ts';

const EASTER_DAYS = [
  '1943-04-25',
  '2000-04-23',
  '2008-03-23',
  '2016-03-27',
  '2017-04-16',
  '2018-04-01',
  '2019-04-21',
  '2020-04-12',
  '2021-04-04',
  '2022-04-17',
  '2023-04-09',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2038-04-25',
];
test('Easter falls on the printed days', () => {
  expect(EASTER_DAYS.map((day) => easterSunday(Number(day.slice(0, 4))))).toEqual(EASTER_DAYS);
});

const FEDERAL_STATES = [
  'bw',
  'by',
  'be',
  'bb',
  'hb',
  'hh',
  'he',
  'mv',
  'ni',
  'no',
  'wl',
  'rp',
  'sl',
  'sn',
  'st',
  'sh',
  'th',
] as const;
const all = (year: number, region: string | null): string[] => {
  const found: string[] = [];
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1))
    if (isHolidayIn(day, region)) found.push(day);
  return found;
};
/** As in the printed calendars of 2026. */
const FEDERAL_2026 = [
  '2026-01-01',
  '2026-04-03',
  '2026-04-06',
  '2026-05-01',
  '2026-05-14',
  '2026-05-25',
  '2026-10-03',
  '2026-12-25',
  '2026-12-26',
];
const ADDITIONAL_2026: Readonly<Record<(typeof FEDERAL_STATES)[number], readonly string[]>> = {
  bw: ['2026-01-06', '2026-06-04', '2026-11-01'],
  by: ['2026-01-06', '2026-06-04', '2026-11-01'],
  be: ['2026-03-08'],
  bb: ['2026-10-31'],
  hb: ['2026-10-31'],
  hh: ['2026-10-31'],
  he: ['2026-06-04'],
  mv: ['2026-03-08', '2026-10-31'],
  ni: ['2026-10-31'],
  no: ['2026-06-04', '2026-11-01'],
  wl: ['2026-06-04', '2026-11-01'],
  rp: ['2026-06-04', '2026-11-01'],
  sl: ['2026-06-04', '2026-08-15', '2026-11-01'],
  sn: ['2026-10-31', '2026-11-18'],
  st: ['2026-01-06', '2026-10-31'],
  sh: ['2026-10-31'],
  th: ['2026-09-20', '2026-10-31'],
};
test('every state of 2026 has the days of the calendar and no others', () => {
  expect(all(2026, null)).toEqual(FEDERAL_2026);
  for (const land of FEDERAL_STATES)
    expect([land, ...all(2026, land)]).toEqual([
      land,
      ...[...FEDERAL_2026, ...ADDITIONAL_2026[land]].sort(),
    ]);
});
test('a holiday counts from its year of introduction, a one-time holiday in its year only', () => {
  expect([2018, 2019].map((year) => isHolidayIn(`${year}-03-08`, 'be'))).toEqual([false, true]);
  expect([2022, 2023].map((year) => isHolidayIn(`${year}-03-08`, 'mv'))).toEqual([false, true]);
  expect([2016, 2017, 2018].map((year) => isHolidayIn(`${year}-10-31`, 'hh'))).toEqual([
    false,
    true,
    true,
  ]);
  expect([2016, 2017, 2018].map((year) => isHolidayIn(`${year}-10-31`, 'he'))).toEqual([
    false,
    true,
    false,
  ]);
  expect(
    [2024, 2025, 2026].map((year) => [
      isHolidayIn(`${year}-05-08`, 'be'),
      isHolidayIn(`${year}-05-08`, 'bb'),
    ]),
  ).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ]);
});
test("since 1995 Easter-based days keep their weekday, Saxony's Buß- und Bettag is 11 days before Advent", () => {
  for (let year = 1995; year < 2060; year += 1) {
    const days = all(year, 'sn'),
      weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
    expect(
      [-2, 1, 39, 50]
        .map((after) => addDays(easterSunday(year), after))
        .map((day) => [days.includes(day), weekday(day)]),
    ).toEqual([
      [true, 5],
      [true, 1],
      [true, 4],
      [true, 1],
    ]);
    const christmas = `${year}-12-25`,
      advent = addDays(christmas, -(weekday(christmas) === 0 ? 7 : weekday(christmas)) - 21);
    expect(days).toContain(addDays(advent, -11));
  }
});
