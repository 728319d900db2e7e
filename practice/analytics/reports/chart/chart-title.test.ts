// Tests of the title of a chart: its grain and its span.

import { expect, test } from 'vitest';
import { overTime } from '../../../report-kit/report.fixture.ts';
import { grainOf, isPart, spanText } from './chart-title.ts';

const series = (...xs: string[]) => [{ name: 'a', punkte: xs.map((x) => ({ x, y: 1 })) }];
const filter = { von: '2026-01-01', bis: '2026-11-29', gruppierung: 'JAHR' } as const;

test.each([
  [['2026-01', '2026-02'], 'MONAT', 'Jan 2026 – Feb 2026'],
  [['2025-W52', '2026-W01'], 'WOCHE', 'KW 52 2025 – KW 1 2026'],
  [['2026-Q1'], 'QUARTAL', 'Q1 2026'],
  [['2024', '2026'], 'JAHR', '2024 – 2026'],
  [['2026-11-02', '2026-11-03'], 'TAG', '02.11.2026 – 03.11.2026'],
  [['Dr. A', 'Dr. B'], undefined, '01.01.2026 – 29.11.2026'],
  [[], undefined, '01.01.2026 – 29.11.2026'],
] as const)('the axis %j has the grain %s and the span %s', (xs, grain, span) => {
  expect([grainOf(series(...xs), filter), spanText(series(...xs), filter, 'de')]).toEqual([
    grain,
    span,
  ]);
});

test('numbers of positions are no years', () => {
  const byMonth = { ...filter, gruppierung: 'MONAT' } as const;
  expect([
    grainOf(series('2060', '2080'), byMonth),
    spanText(series('2060', '2080'), byMonth, 'de'),
  ]).toEqual([undefined, '01.01.2026 – 29.11.2026']);
});

test('a period is a part where the span cuts it, or the data end in it', () => {
  const meta = {
    filter: { ...overTime().meta.filter, von: '2025-11-10', bis: '2026-11-29' },
    datenBis: '2026-11-27',
  };
  expect(
    ['2025-11', '2025-12', '2026-10', '2026-11', '2026-12', '2025-10', 'Dr. A'].map((x) =>
      isPart(x, meta),
    ),
  ).toEqual([true, false, false, true, false, false, false]);
  expect(isPart('2026-11', { ...meta, datenBis: null })).toBe(true);
  expect(isPart('2026-10', { ...meta, datenBis: '2026-10-31' })).toBe(false);
  // A position, not a year.
  expect(isPart('2026', meta)).toBe(false);
});
