/** Widths of columns: a head is never torn within a word. */
import { expect, test } from 'vitest';
import type { Column } from '../../../shared/analytics/reports/report.ts';
import { tableWidth, widthOf } from './column-widths.ts';

const column = (titel: string, typ: Column['typ'] = 'zahl'): Column => ({ key: 'x', titel, typ });

test('a column is as wide as the longest word of its head, and never narrower than its kind', () => {
  expect(widthOf(column('Umsatz', 'eur'))).toBe(132);
  expect(widthOf(column('Honorarstundensatz', 'eur'))).toBeGreaterThan(18 * 8);
  expect(widthOf(column('Honorar je Stunde', 'eur'))).toBe(132);
  expect(tableWidth([column('Umsatz', 'eur'), column('Termine')])).toBe(132 + 124);
});
