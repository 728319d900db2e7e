/** The report of what weakens reports: each check finds its rows, and the list shows the same ones. */
import { describe, expect, it } from 'vitest';
import { DATA_CHECKS } from '../../shared/analytics/reports/data-checks.ts';
import { PVS_FIELDS } from '../../shared/analytics/deliveries/pvs.ts';
import { fieldsOf } from '../../server/analytics/snapshot/tables/column-table.ts';
import { FILTER, leistung, patient, snapshotFrom, termin } from './few-rows.ts';
import { practiceReport } from './table-scan.ts';

const snapshot = snapshotFrom([
  ['behandler', 'b1', { name: 'Eins' }],
  patient('p'),
  ['patient', 'x1', { vorname: 'Eva', nachname: 'Groß', versicherung: 'GKV' }],
  ['patient', 'x2', { vorname: 'eva', nachname: 'groß', versicherung: 'PKV' }],
  leistung('sound', 'p', '2026-03-02', 100),
  leistung('orphan', 'nobody', '2026-03-02', 500, { behandler: 'NIEMAND' }),
  leistung('before', 'p', '2025-03-02', 500, { behandler: 'NIEMAND' }),
  termin('open', 'p', '2026-03-03T08:00:00Z', 'GEPLANT'),
  termin('ahead', 'p', '2026-12-03T08:00:00Z', 'GEPLANT'),
]);
const rowsOf = async (path: string, extra = {}): Promise<readonly Record<string, unknown>[]> =>
  (await practiceReport(snapshot, path, FILTER, null, extra)).rows;

describe('data quality', () => {
  it('counts references without a target, open appointments and double records in the asked days', async () => {
    const rows = await rowsOf('datenqualitaet'),
      of = (id: string): unknown[] | undefined => {
        const row = rows.find((one) => one['id'] === id);
        return row && [row['zeilen'], row['von'], row['brauchbar'], row['schwaecht']];
      };
    expect(of('VERWAIST.leistung.behandler')).toEqual([1, 2, 0.5, 'behandler']);
    expect(of('VERWAIST.leistung.patid')).toEqual([1, 2, 0.5, 'patienten']);
    expect(of('OHNE_ERGEBNIS.termin.status')).toEqual([1, 1, 0, 'termine']);
    expect(of('LUECKE.termin.zimmer')).toEqual([2, 2, 0, 'zimmer']);
    expect(of('DOPPELT.patient.nachname')).toEqual([2, 3, 0.333333, 'patienten']);
    // An empty column was perhaps misspelt in the file.
    expect(of('LEER.leistung.rechnungId')).toEqual([2, 2, 0, 'geld']);
    expect(of('LEER.leistung.behandler')).toBeUndefined();
    expect(of('VERWAIST.termin.patid')).toBeUndefined();
  });
  it('lists exactly the rows that a check counted', async () => {
    for (const row of await rowsOf('datenqualitaet'))
      expect(
        (await rowsOf('datenqualitaet/zeilen', { pruefung: row['id'] })).length,
        String(row['id']),
      ).toBe(row['zeilen']);
    expect(
      (await rowsOf('datenqualitaet/zeilen', { pruefung: 'VERWAIST.leistung.behandler' })).map(
        (row) => row['nummer'],
      ),
    ).toEqual(['orphan']);
  });
  it('checks every reference, and only fields that the reports keep', () => {
    const checked = new Set(DATA_CHECKS.map(({ key }) => key));
    for (const [entity, fields] of Object.entries(PVS_FIELDS))
      for (const { name, to } of fields)
        expect(checked.has(`VERWAIST.${entity}.${name}`), `${entity}.${name}`).toBe(to !== null);
    for (const { entity, field } of DATA_CHECKS)
      expect(fieldsOf(entity).map(({ name }) => name)).toContain(field);
  });
});
