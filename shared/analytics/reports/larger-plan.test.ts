// What the larger plan contains beyond the reports of every plan.

import { expect, test } from 'vitest';
import { TILES } from './overview.ts';
import { isPaidReport } from './read-right.ts';
import { REPORT_PATHS } from './report-pages.ts';

test('the overview and the lists of a practice belong to every plan', () => {
  expect(TILES.map(({ path }) => path).filter(isPaidReport)).toEqual([]);
  for (const path of [
    'leistungen',
    'rechnungen/offen',
    'patient/{patid}',
    'heute',
    'umsatz/steuerbuero',
    'datenqualitaet',
    'zeilen/{kennzahl}',
  ])
    expect(isPaidReport(path), path).toBe(false);
});

test('analyses, profit and comparison belong to the larger plan', () => {
  const groups = new Set(REPORT_PATHS.filter(isPaidReport).map((path) => path.split('/')[0]));
  expect(groups).toEqual(new Set(['benchmark', 'extended', 'gewinn']));
  expect(isPaidReport('benchmarkgroups')).toBe(false);
});
