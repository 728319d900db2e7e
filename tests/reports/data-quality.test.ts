/** The report of what weakens reports: each check finds its rows, and the list shows the same ones. */
import { describe, expect, it } from 'vitest';
import { DATA_CHECKS } from '../../shared/analytics/reports/data-checks.ts';
import { PVS_FIELDS } from '../../shared/analytics/deliveries/pvs.ts';
import de from '../../shared/analytics/reports/report-words.de.json';
import en from '../../shared/analytics/reports/report-words.en.json';
import { usableShare } from '../../server/analytics/reports/data-quality.ts';
import { FIGURE_LIST } from '../../shared/analytics/reports/figure-list.ts';
import { fieldsOf as figureFields } from '../../shared/analytics/reports/figure-fields.ts';
import { REPORT_PATHS } from '../../shared/analytics/reports/report-pages.ts';
import { checksOfReport } from '../../shared/analytics/reports/report-subjects.ts';
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
    expect(of('DOPPELT.patient.nachname')).toEqual([2, 3, 0.333, 'patienten']);
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
  it('names postal codes of four digits without a country, which a spreadsheet may have shortened', async () => {
    const person = (
      id: string,
      plz: string,
      land?: string,
    ): Parameters<typeof snapshotFrom>[0][0] => [
      'patient',
      id,
      { nachname: id, geburtsdatum: '1980-01-01', versicherung: 'GKV', plz, ...(land && { land }) },
    ];
    const some = snapshotFrom([
        person('short', '1067'),
        person('austrian', '1010', 'AT'),
        person('whole', '01067'),
        patient('without'),
      ]),
      read = async (path: string, extra = {}): Promise<readonly Record<string, unknown>[]> =>
        (await practiceReport(some, path, FILTER, null, extra)).rows;
    expect(
      (await read('datenqualitaet')).find(({ id }) => id === 'GEKUERZT.patient.plz'),
    ).toMatchObject({ zeilen: 1, von: 3 });
    const rows = await read('datenqualitaet/zeilen', { pruefung: 'GEKUERZT.patient.plz' });
    expect(rows.map(({ nummer }) => nummer)).toEqual(['short']);
  });
  it('gives each key figure the share of its rows that it can use', async () => {
    const of = Object.fromEntries(
      (await rowsOf('datenqualitaet/kennzahlen')).map((row) => [
        row['id'],
        [row['zeilen'], row['unbrauchbar'], row['brauchbar']],
      ]),
    );
    expect(of['umsatz']).toEqual([2, 0, 1]);
    expect(of['umsatzJeBehandler']).toEqual([2, 1, 0.5]);
    // A record that may be double, and a service of an unknown patient.
    expect(of['patientenGkv']).toEqual([5, 3, 0.4]);
    expect(of['nichtFakturiert']).toEqual([2, 2, 0]);
    // Without delivered plans there is nothing to say.
    expect(of['hkpAnnahme']).toBeUndefined();
  });
  it('narrows the checks to those of a report or a key figure', async () => {
    const keys = async (extra: object): Promise<unknown[]> =>
      (await rowsOf('datenqualitaet', extra)).map((row) => row['id']);
    expect(await keys({ messwert: 'umsatzJeBehandler' })).toEqual(['VERWAIST.leistung.behandler']);
    expect(await keys({ messwert: 'umsatz' })).toEqual([]);
    const ofRooms = await keys({ bericht: 'umsatz/zimmer' });
    expect(ofRooms).toContain('LUECKE.termin.zimmer');
    expect(ofRooms).not.toContain('DOPPELT.patient.nachname');
    expect((await keys({})).length).toBeGreaterThan(ofRooms.length);
  });
  it('knows a check for each field that a key figure needs, and a subject for each report', () => {
    const checked = new Set(DATA_CHECKS.map(({ entity, field }) => `${entity}.${field}`));
    for (const { key } of FIGURE_LIST)
      for (const [entity, fields] of Object.entries(figureFields(key)))
        for (const field of fields)
          expect(checked.has(`${entity}.${field}`), `${key}: ${entity}.${field}`).toBe(true);
    for (const path of REPORT_PATHS.filter((one) => !one.startsWith('datenqualitaet'))) {
      const checks = checksOfReport(path);
      expect(checks.length, path).toBeGreaterThan(0);
      expect(checks.length, path).toBeLessThan(DATA_CHECKS.length);
    }
  });
  it('rounds the usable share down, so that one faulty row is never 100 %', () => {
    expect(usableShare(100_000, 1)).toBe(0.999);
    expect(usableShare(3, 2)).toBe(0.333);
    expect(usableShare(7, 0)).toBe(1);
    expect(usableShare(0, 0)).toBeNull();
  });
  it('states that all is in order only where rows were checked and none is faulty', async () => {
    const sound = snapshotFrom([['behandler', 'b1', { name: 'Eins' }]]),
      hintsOf = async (of: typeof snapshot, path: string, extra = {}) =>
        (await practiceReport(of, path, FILTER, null, extra)).hints ?? [];
    expect(await hintsOf(sound, 'datenqualitaet')).not.toContain('datenInOrdnung');
    const visited = snapshotFrom([
      ['behandler', 'b1', { name: 'Eins' }],
      patient('p'),
      termin('kept', 'p', '2026-03-03T08:00:00Z', 'WAHRGENOMMEN'),
    ]);
    expect(
      await hintsOf(visited, 'datenqualitaet/zeilen', { pruefung: 'VERWAIST.termin.behandler' }),
    ).toContain('datenInOrdnung');
    expect(await hintsOf(snapshot, 'datenqualitaet')).not.toContain('datenInOrdnung');
  });
  it.each([
    ['German', de],
    ['English', en],
  ])('names every kind of check, every entity and every subject in %s', (_, words) => {
    const said: Readonly<Record<string, string>> = words;
    for (const { kind, entity, weakens } of DATA_CHECKS)
      for (const key of [`wort.${kind}`, `wort.entity.${entity}`, `wort.${weakens}`])
        expect(said[key] ?? '', key).toMatch(/\S/);
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
