// Tests of Berlin's days and times: the same with every spelling of a locale.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { berlinDay, berlinInstant, berlinTime, isBirthDate } from './dates.ts';

const at = (text: string): number => Date.parse(text);

describe('days in Berlin', () => {
  let restore = (): unknown => undefined;
  afterEach(() => {
    restore();
    vi.resetModules();
  });

  it.each([
    ['2026-11-27T08:02:05Z', '2026-11-27', '09:02'],
    ['2026-06-30T21:59:59Z', '2026-06-30', '23:59'],
    ['2026-06-30T22:00:00Z', '2026-07-01', '00:00'],
    ['2026-03-29T00:59:59Z', '2026-03-29', '01:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29', '03:00'],
    ['2026-10-25T00:59:00Z', '2026-10-25', '02:59'],
    ['2026-10-25T01:00:00Z', '2026-10-25', '02:00'],
    ['1975-01-01T00:00:00Z', '1975-01-01', '01:00'],
  ])('%s is %s, %s', (instant, day, time) => {
    expect([berlinDay(at(instant)), berlinTime(at(instant))]).toEqual([day, time]);
  });

  it('an hour that exists twice is the first of the two', () => {
    expect(berlinInstant('2026-10-25', '02:30')).toBe(at('2026-10-25T00:30:00Z'));
    expect(berlinInstant('2026-03-29', '03:30')).toBe(at('2026-03-29T01:30:00Z'));
  });

  it('[V6] a birth date is accepted where a locale writes days in another order', async () => {
    const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!;
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      configurable: true,
      get: () => () => '11/27/2026',
    });
    restore = () => Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format);
    const fresh = await import('./dates.ts');
    const today = fresh.berlinDay(at('2026-11-27T08:00:00Z'));
    expect(today).toBe('2026-11-27');
    expect(isBirthDate('1958-03-12', today)).toBe(true);
    expect(fresh.berlinTime(at('2026-11-27T08:00:00Z'))).toBe('09:00');
  });
});
