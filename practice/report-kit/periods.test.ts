// Tests of the named periods: ends of months, quarters, years and weeks, in a leap year and on the
// first day of a year.

import { expect, test } from 'vitest';
import { addDays, groupingOf, lastBefore, lengthOf, PERIODS, spanOf } from './periods.ts';

test('resolves named periods on an ordinary day', () => {
  const spans = Object.fromEntries(PERIODS.map((one) => [one, spanOf(one, '2026-11-22')]));
  expect(spans).toEqual({
    heute: { von: '2026-11-22', bis: '2026-11-22' },
    gestern: { von: '2026-11-21', bis: '2026-11-21' },
    woche: { von: '2026-11-16', bis: '2026-11-22' },
    monat: { von: '2026-11-01', bis: '2026-11-22' },
    vormonat: { von: '2026-10-01', bis: '2026-10-31' },
    quartal: { von: '2026-10-01', bis: '2026-11-22' },
    vorquartal: { von: '2026-07-01', bis: '2026-09-30' },
    jahr: { von: '2026-01-01', bis: '2026-11-22' },
    vorjahr: { von: '2025-01-01', bis: '2025-12-31' },
    zwoelf: { von: '2025-11-01', bis: '2026-10-31' },
    dreijahre: { von: '2023-11-01', bis: '2026-10-31' },
  });
});
test('resolves periods on the first day of a year and the last of a February', () => {
  expect(spanOf('vormonat', '2028-03-01')).toEqual({ von: '2028-02-01', bis: '2028-02-29' });
  expect(spanOf('vorquartal', '2026-01-01')).toEqual({ von: '2025-10-01', bis: '2025-12-31' });
  expect(spanOf('gestern', '2026-01-01')).toEqual({ von: '2025-12-31', bis: '2025-12-31' });
  expect(spanOf('woche', '2026-01-01')).toEqual({ von: '2025-12-29', bis: '2026-01-01' });
  expect(spanOf('woche', '2026-11-16').von).toBe('2026-11-16');
});
test('days are counted across the change of summer time, and long spans get a coarser resolution', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(lengthOf({ von: '2026-03-01', bis: '2026-03-31' })).toBe(31);
  expect(
    [
      ['2026-03-01', '2026-03-31'],
      ['2026-01-01', '2026-03-31'],
      ['2025-01-01', '2025-12-31'],
      ['2016-01-01', '2025-12-31'],
    ].map(([start = '', end = '']) => groupingOf({ von: start, bis: end })),
  ).toEqual(['TAG', 'WOCHE', 'MONAT', 'QUARTAL']);
});

test('if data ends before a span, the last days with data are as many as it has, a week at least', () => {
  expect(lastBefore({ von: '2026-11-23', bis: '2026-11-23' }, '2026-11-20')).toEqual({
    von: '2026-11-14',
    bis: '2026-11-20',
  });
  expect(lastBefore({ von: '2026-04-01', bis: '2026-04-30' }, '2026-03-10')).toEqual({
    von: '2026-02-09',
    bis: '2026-03-10',
  });
  for (const until of ['2026-11-23', '2026-11-24', null])
    expect(lastBefore({ von: '2026-11-23', bis: '2026-11-23' }, until)).toBeNull();
});
