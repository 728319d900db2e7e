// Tests of the columns that stay in view.

import { expect, test } from 'vitest';
import type { Column, ColumnType } from '../../../shared/analytics/reports/report.ts';
import { pinsOf } from './pinned-columns.ts';

const column = (key: string, typ: ColumnType): Column => ({ key, titel: key, typ });
const columns = [
  column('tag', 'tag'),
  column('name', 'text'),
  column('behandler', 'text'),
  column('honorar', 'eur'),
  column('betrag', 'eur'),
  column('offen', 'eur'),
  column('stand', 'wort'),
];
const pins = (sums: string[], width: number) => [...(pinsOf(columns, sums, width) ?? [])];

test('the first column and the summed money stay, the last amount at the edge', () => {
  expect(pins(['honorar', 'offen'], 890)).toEqual([
    ['tag', { left: 0 }],
    ['offen', { right: 0 }],
    ['honorar', { right: 132 }],
  ]);
});
test('without sums the first three amounts stay', () => {
  expect(pins([], 1100).map(([key]) => key)).toEqual(['tag', 'offen', 'betrag', 'honorar']);
});
test('a narrow view keeps a third of its width to scroll in', () => {
  expect(pins(['honorar', 'offen'], 500).map(([key]) => key)).toEqual(['tag', 'honorar']);
  expect(pins(['honorar', 'offen'], 330).map(([key]) => key)).toEqual(['tag']);
});
test('a table that fits, or was not measured yet, pins nothing', () => {
  expect([pinsOf(columns, [], 5000), pinsOf(columns, [], 0), pinsOf([], [], 100)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
