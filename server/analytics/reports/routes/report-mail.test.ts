// Tests of due times of mailed reports: weekdays, days of the month, and daylight saving changes.
import { describe, expect, test } from 'vitest';
import { berlinTime } from '../../../../shared/base/dates.ts';
import { nextSendAt, lastDueAt } from './report-mail.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
describe('when a report by mail is due', () => {
  const monday = { rhythmus: 'woche', tag: 1, zeit: '07:00' } as const,
    third = { rhythmus: 'monat', tag: 3, zeit: '07:00' } as const;
  test('on a weekday: returns the last and the next one, including the very minute', () => {
    const friday = Date.parse('2026-11-20T12:00:00Z');
    expect([iso(lastDueAt(monday, friday)), iso(nextSendAt(monday, friday))]).toEqual([
      '2026-11-16T06:00:00.000Z',
      '2026-11-23T06:00:00.000Z',
    ]);
    const minute = Date.parse('2026-11-23T06:00:00Z');
    expect([
      iso(lastDueAt(monday, minute)),
      iso(nextSendAt(monday, minute)),
      iso(lastDueAt(monday, minute - 1)),
    ]).toEqual([
      '2026-11-23T06:00:00.000Z',
      '2026-11-30T06:00:00.000Z',
      '2026-11-16T06:00:00.000Z',
    ]);
  });
  test('on a day of the month, across the end of the year', () => {
    const now = Date.parse('2027-01-02T12:00:00Z');
    expect([iso(lastDueAt(third, now)), iso(nextSendAt(third, now))]).toEqual([
      '2026-12-03T06:00:00.000Z',
      '2027-01-03T06:00:00.000Z',
    ]);
  });
  test('at seven in the morning in Berlin, summer and winter', () => {
    for (const now of ['2026-03-29T12:00:00Z', '2026-10-25T12:00:00Z', '2026-07-01T00:00:00Z'])
      for (const day of [1, 7])
        expect(berlinTime(nextSendAt({ ...monday, tag: day }, Date.parse(now)))).toBe('07:00');
  });
});
