// Tests of days, months, quarters and half-years at their boundaries.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayNumber, dayOfNumber, halfStart, quarterStart } from './day-math.ts';

const days = fc.integer({ min: -20_000, max: 40_000 }).map(dayOfNumber);

describe('days', () => {
  it('crosses ends of months, years and leap days', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-29', 1)]).toEqual([
      '2028-02-29',
      '2027-01-01',
      '2026-03-30',
    ]);
  });
  it('uses the last day of a shorter month', () => {
    expect([
      addMonths('2026-08-31', 6),
      addMonths('2028-08-31', -6),
      addMonths('2026-01-31', 1),
      addMonths('2026-11-30', 3),
    ]).toEqual(['2027-02-28', '2028-02-29', '2026-02-28', '2027-02-28']);
  });
  it('finds quarters and half-years at their boundaries', () => {
    expect([
      quarterStart('2026-03-31'),
      quarterStart('2026-04-01'),
      quarterStart('2010-12-15', 8),
      quarterStart('2026-01-01', -1),
    ]).toEqual(['2026-01-01', '2026-04-01', '2012-10-01', '2025-10-01']);
    expect([halfStart('2026-06-30'), halfStart('2026-07-01')]).toEqual([
      '2026-01-01',
      '2026-07-01',
    ]);
  });
  it('numbers and days map one to one, and a month later is never earlier', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 60 }), (day, months) => {
        expect(dayOfNumber(dayNumber(day))).toBe(day);
        expect(addMonths(day, months) >= day).toBe(true);
      }),
    );
  });
});
