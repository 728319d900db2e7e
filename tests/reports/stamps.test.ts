/** Billing stamps next to each other. */
import { expect, it } from 'vitest';
import { UNASSIGNED } from '../../shared/analytics/reports/filter-kinds.ts';
import { FILTER, leistung, patient, snapshotFrom } from './few-rows.ts';
import { practiceReport } from './table-scan.ts';

it('stamps stand next to each other, and with the services without one they make the whole', async () => {
  const snapshot = snapshotFrom([
    patient('p1'),
    patient('p2'),
    ['stempel', 's1', { name: 'Nord' }],
    ['stempel', 's2', { name: 'Süd' }],
    ['behandler', 'b1', { name: 'Ada', stempel: 's1' }],
    ['behandler', 'b2', { name: 'Bob' }],
    leistung('1', 'p1', '2026-03-02', 60_000),
    leistung('2', 'p2', '2026-03-03', 30_000, { stempel: 's2', behandler: 'b2' }),
    leistung('3', 'p2', '2026-03-03', 10_000, { behandler: 'b2' }),
  ]);
  const { rows } = await practiceReport(snapshot, 'umsatz/stempel', FILTER);
  expect(
    rows.map((row) => [
      row['id'],
      row['stempel'],
      row['umsatz'],
      row['anteil'],
      row['neupatienten'],
    ]),
  ).toEqual([
    ['s1', 'Nord', 600, 0.6, 1],
    ['s2', 'Süd', 300, 0.3, 1],
    [UNASSIGNED, '–', 100, 0.1, 1],
  ]);
  const south = await practiceReport(snapshot, 'umsatz/stempel', { ...FILTER, stempel: ['s2'] });
  expect(south.rows.map((row) => [row['id'], row['umsatz']])).toEqual([['s2', 300]]);
});
