// Tests of working days: weekends and holidays of the practice's state are excluded, and the source
// of the state.

import { expect, test } from 'vitest';
import { buildSnapshot } from './build/build-snapshot.ts';
import { dayNumberOf } from './calendar.ts';
import { RawData } from './tables/raw-tables.ts';
import type { Presets } from './store.ts';
import { holidayHints, regionOfPractice, workdays } from './working-days.ts';

const NONE: Presets = { rowGroups: new Map(), targets: [], hvm: [] };
function region(
  rows: readonly (readonly ['params' | 'stempel', string, string])[],
  hvm: readonly string[] = [],
): string | null {
  const rawRows = new RawData();
  for (const [entity, id, said] of rows)
    rawRows.take({
      entity,
      id,
      version: 1,
      hash: 1,
      isDeleted: false,
      values: entity === 'params' ? { wert: said } : { name: id, kzvNummer: said },
    });
  return regionOfPractice({
    snapshot: buildSnapshot(rawRows, dayNumberOf('2026-06-01')),
    presets: {
      ...NONE,
      hvm: hvm.map((one) => ({ region: one, jahr: 2026, quartal: 1, config: {} })),
    },
  });
}

test('excludes Corpus Christi in Bavaria, not in Berlin; an unknown state has only shared holidays', () => {
  const month = (land: string | null): number =>
    workdays(dayNumberOf('2026-06-01'), dayNumberOf('2026-06-30'), land);
  expect([month('by'), month('be'), month(null)]).toEqual([21, 22, 22]);
  expect(workdays(dayNumberOf('2026-05-01'), dayNumberOf('2026-05-31'), null)).toBe(18);
  expect(workdays(dayNumberOf('2026-04-03'), dayNumberOf('2026-04-06'), null)).toBe(0);
});

test('takes the state from the delivery, else the only fee limit, else unanimous stamps', () => {
  expect(
    region(
      [
        ['params', 'kzv', 'by'],
        ['stempel', 's', '310000000'],
      ],
      ['be'],
    ),
  ).toBe('by');
  expect(
    region(
      [
        ['params', 'kzv', 'irgendwo'],
        ['stempel', 's', '310000000'],
      ],
      ['he', 'he'],
    ),
  ).toBe('he');
  const stamp = region([
    ['stempel', 's', '130000001'],
    ['stempel', 't', '130000002'],
  ]);
  expect(stamp).toBe('no');
  expect([
    region([
      ['stempel', 's', '130000001'],
      ['stempel', 't', '310000002'],
    ]),
    region([]),
    region([['stempel', 's', '13']]),
  ]).toEqual([null, null, null]);
  expect([null, 'no', 'by'].map(holidayHints)).toEqual([
    ['feiertageOhneLand'],
    [],
    ['feiertageDerGemeinde'],
  ]);
});
