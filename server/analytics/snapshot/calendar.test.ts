// Edge cases of the report calendar: leap days, nights of clock changes, and boundaries of quarters
// and years.

import { describe, expect, test } from 'vitest';
import { STATUS } from './snapshot.ts';
import { buildSnapshot } from './build/build-snapshot.ts';
import {
  ageOn,
  berlinMinute,
  berlinDay,
  firstOfMonth,
  monthOfDay,
  periodOf,
  plusMonths,
  quarterOfDay,
  dayText,
  dayNumberOf,
  comparisonSpan,
  weekdayOf,
} from './calendar.ts';
import { RawData } from './tables/raw-tables.ts';
import { workdays } from './working-days.ts';

const wallClock = (at: string): string =>
  `${dayText(berlinDay(Date.parse(at)))} ${berlinMinute(Date.parse(at))}`;
const comparison = (
  from: string,
  to: string,
  kind: 'VORJAHR' | 'VORPERIODE' = 'VORJAHR',
): string => {
  const s = comparisonSpan(dayNumberOf(from), dayNumberOf(to), kind);
  return `${dayText(s.from)} ${dayText(s.to)}`;
};

describe('the same span a year earlier', () => {
  test('compares one day with one day, also on and after a leap day', () => {
    const days = [
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
      '2025-02-28',
      '2025-03-01',
      '2025-03-31',
      '2026-03-29',
      '2027-12-31',
    ].map((day) => comparison(day, day));
    expect(days).toEqual(
      [
        '2023-02-28',
        '2023-02-28',
        '2023-03-01',
        '2024-02-28',
        '2024-03-01',
        '2024-03-31',
        '2025-03-29',
        '2026-12-31',
      ].map((day) => `${day} ${day}`),
    );
  });
  test('compares partial months day by day and whole months with whole months', () => {
    expect(comparison('2025-02-24', '2025-02-28')).toBe('2024-02-24 2024-02-28');
    expect(comparison('2025-02-10', '2025-02-28')).toBe('2024-02-10 2024-02-28');
    expect(comparison('2025-02-01', '2025-02-28')).toBe('2024-02-01 2024-02-29');
    expect(comparison('2024-02-01', '2024-02-29')).toBe('2023-02-01 2023-02-28');
    expect(comparison('2025-01-10', '2025-02-28')).toBe('2024-01-10 2024-02-29');
    expect(comparison('2024-03-01', '2025-02-28')).toBe('2023-03-01 2024-02-29');
    expect(comparison('2024-02-29', '2024-03-15')).toBe('2023-02-28 2023-03-15');
    expect(comparison('2025-01-01', '2025-12-31')).toBe('2024-01-01 2024-12-31');
  });
  test('compares the periods of a span with the periods of its comparison span', () => {
    // A partial first month followed by whole months: none is counted twice, none is left out.
    const parts = [
        ['2025-01-10', '2025-01-31'],
        ['2025-02-01', '2025-02-28'],
        ['2025-03-01', '2025-03-31'],
      ].map(([from = '', to = '']) =>
        comparisonSpan(dayNumberOf(from), dayNumberOf(to), 'VORJAHR'),
      ),
      whole = comparisonSpan(dayNumberOf('2025-01-10'), dayNumberOf('2025-03-31'), 'VORJAHR');
    expect([
      parts[0]!.from,
      parts[1]!.from - parts[0]!.to,
      parts[2]!.from - parts[1]!.to,
      parts[2]!.to,
    ]).toEqual([whole.from, 1, 1, whole.to]);
  });
  test('the preceding span is whole months, the same part of a period, or the same weekdays', () => {
    const before = (from: string, to: string): string => comparison(from, to, 'VORPERIODE');
    // Whole months, also from another day than the first.
    expect(before('2024-03-01', '2024-03-31')).toBe('2024-02-01 2024-02-29');
    expect(before('2026-01-01', '2026-02-28')).toBe('2025-11-01 2025-12-31');
    expect(before('2025-11-27', '2026-11-26')).toBe('2024-11-27 2025-11-26');
    // The first days of a month, a quarter, a year.
    expect(before('2026-11-01', '2026-11-26')).toBe('2026-10-01 2026-10-26');
    expect(before('2024-03-01', '2024-03-30')).toBe('2024-02-01 2024-02-29');
    expect(before('2026-10-01', '2026-11-26')).toBe('2026-07-01 2026-08-26');
    expect(before('2026-01-01', '2026-11-26')).toBe('2025-01-01 2025-11-26');
    // Monday with Monday, also across a leap day and a clock change.
    expect(before('2024-02-29', '2024-02-29')).toBe('2024-02-22 2024-02-22');
    expect(before('2026-03-30', '2026-03-31')).toBe('2026-03-23 2026-03-24');
    expect(before('2026-11-09', '2026-11-20')).toBe('2026-10-26 2026-11-06');
  });
});

describe('leap days', () => {
  test('a person born on a leap day ages on 1 March, in a leap year on the day itself', () => {
    const born = dayNumberOf('2008-02-29'),
      ages = (...days: string[]): number[] => days.map((day) => ageOn(born, dayNumberOf(day)));
    expect(ages('2026-02-28', '2026-03-01', '2028-02-28', '2028-02-29')).toEqual([17, 18, 19, 20]);
  });
  test('month arithmetic stays within the month; a leap day counts as a working day', () => {
    const months = (day: string, count: number): string =>
      dayText(plusMonths(dayNumberOf(day), count));
    expect([
      months('2024-02-29', 12),
      months('2024-02-29', 48),
      months('2024-02-29', -12),
      months('2023-08-31', 6),
      months('2024-02-29', 6),
      months('2025-02-28', -12),
    ]).toEqual([
      '2025-02-28',
      '2028-02-29',
      '2023-02-28',
      '2024-02-29',
      '2024-08-29',
      '2024-02-28',
    ]);
    expect([
      workdays(dayNumberOf('2024-02-01'), dayNumberOf('2024-02-29'), null),
      workdays(dayNumberOf('2024-02-29'), dayNumberOf('2024-02-29'), null),
      workdays(dayNumberOf('2028-02-01'), dayNumberOf('2028-02-29'), 'by'),
    ]).toEqual([21, 1, 21]);
  });
  test('weeks and months contain the leap day', () => {
    expect(
      [
        periodOf(dayNumberOf('2024-02-29'), 'MONAT'),
        periodOf(dayNumberOf('2024-02-29'), 'WOCHE'),
      ].map((p) => `${p.name} ${dayText(p.from)} ${dayText(p.to)}`),
    ).toEqual(['2024-02 2024-02-01 2024-02-29', '2024-W09 2024-02-26 2024-03-03']);
  });
});

describe('boundaries of quarters, halves and years', () => {
  test('each day belongs to the quarter of its month, and quarters are contiguous', () => {
    const edges = [
      ['2025-12-31', '2026-01-01'],
      ['2026-03-31', '2026-04-01'],
      ['2026-06-30', '2026-07-01'],
      ['2026-09-30', '2026-10-01'],
      ['2026-12-31', '2027-01-01'],
    ] as const;
    for (const [last, first] of edges) {
      expect([
        last,
        quarterOfDay(dayNumberOf(first)) - quarterOfDay(dayNumberOf(last)),
        dayText(periodOf(dayNumberOf(last), 'QUARTAL').to),
        dayText(periodOf(dayNumberOf(first), 'QUARTAL').from),
      ]).toEqual([last, 1, last, first]);
      expect(firstOfMonth(monthOfDay(dayNumberOf(first))) - 1).toBe(dayNumberOf(last));
    }
    expect(
      ['2026-02-28', '2024-02-29'].map((day) => periodOf(dayNumberOf(day), 'QUARTAL').name),
    ).toEqual(['2026-Q1', '2024-Q1']);
  });
  test('Berlin time determines the quarter of an instant', () => {
    expect(
      [
        '2026-03-31T21:59:59.999Z',
        '2026-03-31T22:00:00Z',
        '2026-09-30T21:59:59Z',
        '2026-09-30T22:00:00Z',
        '2026-12-31T22:59:59Z',
        '2026-12-31T23:00:00Z',
        '2024-02-28T23:00:00Z',
        '2024-02-29T22:59:00Z',
        '2024-02-29T23:00:00Z',
      ].map(wallClock),
    ).toEqual([
      '2026-03-31 1439',
      '2026-04-01 0',
      '2026-09-30 1439',
      '2026-10-01 0',
      '2026-12-31 1439',
      '2027-01-01 0',
      '2024-02-29 0',
      '2024-02-29 1439',
      '2024-03-01 0',
    ]);
  });
});

describe('the night of 29 March 2026', () => {
  test('a day of 23 hours runs from midnight to midnight and counts as one day', () => {
    const from = Date.parse('2026-03-28T23:00:00Z'),
      to = Date.parse('2026-03-29T22:00:00Z'),
      sunday = dayNumberOf('2026-03-29');
    expect([
      to - from,
      berlinDay(from),
      berlinDay(from - 1),
      berlinDay(to - 1),
      berlinDay(to),
    ]).toEqual([23 * 3_600_000, sunday, sunday - 1, sunday, sunday + 1]);
    expect([weekdayOf(sunday), workdays(sunday - 1, sunday + 2, 'by')]).toEqual([6, 2]);
    // Every minute occurs once on the clock, and none between two and three.
    const minutes = Array.from({ length: 23 * 60 }, (_, at) => berlinMinute(from + at * 60_000));
    expect([
      new Set(minutes).size,
      minutes.filter((minute) => minute >= 120 && minute < 180),
    ]).toEqual([23 * 60, []]);
    expect(minutes.every((minute, at) => at === 0 || minute > minutes[at - 1]!)).toBe(true);
  });

  /**
   * Appointments around the night without a state, with a service on each day; their resolved state
   * as seen on several days.
   */
  const seenSpans = (
    today: string,
  ): { tag: string; minute: number; status: number; besuch: boolean }[] => {
    const rawRows = new RawData(),
      take = (
        entity: 'patient' | 'termin' | 'leistung',
        id: string,
        values: Record<string, string | number | null>,
      ): void => {
        rawRows.take({ entity, id, version: 1, hash: 1, isDeleted: false, values });
      };
    for (const id of ['a', 'b', 'c', 'd']) take('patient', id, { versicherung: 'GKV' });
    // Half past eleven at night, half past midnight, the first half hour of summer time, and Monday
    // morning.
    for (const [patid, start] of [
      ['a', '2026-03-28T22:30:00Z'],
      ['b', '2026-03-28T23:30:00Z'],
      ['c', '2026-03-29T01:00:00Z'],
      ['d', '2026-03-30T06:00:00Z'],
    ] as const)
      take('termin', `t${patid}`, { patid, start: Date.parse(start), dauerMin: 30, status: null });
    for (const [patid, date] of [
      ['a', '2026-03-28'],
      ['b', '2026-03-29'],
    ] as const)
      take('leistung', `l${patid}`, {
        patid,
        datum: date,
        system: 'BEMA',
        nr: '01',
        menge: 1,
        betrag: 100,
        status: 'ERBRACHT',
      });
    const { appointments } = buildSnapshot(rawRows, dayNumberOf(today));
    return Array.from({ length: appointments.n }, (_, i) => ({
      tag: dayText(appointments.day[i]!),
      minute: appointments.minute[i]!,
      status: appointments.status[i]!,
      besuch: appointments.visit[i]! >= 0,
    }));
  };
  test("appointments of the night keep their local day and time and belong to that day's visit", () => {
    expect(seenSpans('2026-03-31')).toEqual([
      { tag: '2026-03-28', minute: 23 * 60 + 30, status: STATUS.WAHRGENOMMEN, besuch: true },
      { tag: '2026-03-29', minute: 30, status: STATUS.WAHRGENOMMEN, besuch: true },
      { tag: '2026-03-29', minute: 180, status: STATUS.NICHT_ERSCHIENEN, besuch: false },
      { tag: '2026-03-30', minute: 8 * 60, status: STATUS.NICHT_ERSCHIENEN, besuch: false },
    ]);
  });
  test('an appointment without a service is pending on its day and missed the day after', () => {
    expect(seenSpans('2026-03-29').map((one) => one.status)).toEqual([
      STATUS.WAHRGENOMMEN,
      STATUS.WAHRGENOMMEN,
      STATUS.GEPLANT,
      STATUS.GEPLANT,
    ]);
    expect(seenSpans('2026-03-30').map((one) => one.status)).toEqual([
      STATUS.WAHRGENOMMEN,
      STATUS.WAHRGENOMMEN,
      STATUS.NICHT_ERSCHIENEN,
      STATUS.GEPLANT,
    ]);
  });
});
