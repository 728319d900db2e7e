/** Definitions of figures by cases of a few rows: what counts, and what does not. */
import { describe, expect, it } from 'vitest';
import type { PvsValue } from '../../shared/analytics/deliveries/pvs.ts';
import { buildSelection, narrowToWeekday } from '../../server/analytics/snapshot/selection.ts';
import { figureResult, qualityIndexOf } from '../../server/analytics/metrics/compute.ts';
import { kpi } from '../../server/analytics/metrics/kpi.ts';
import { FILTER, leistung, patient, snapshotFrom, termin, wert, type Row } from './few-rows.ts';
import { practiceReport } from './table-scan.ts';

describe('definitions', () => {
  it('a visit in pain answers no recall; its own appointment and one of its kind do', () => {
    const recall = (id: string, more: Record<string, PvsValue> = {}): Row => [
        'recall',
        id,
        { patid: id, art: 'PZR', faelligAm: '2026-05-11', ...more },
      ],
      kept = (id: string, terminart: string | null): Row => {
        const [entity, key, values] = termin(`t-${id}`, id, '2026-05-20T08:00:00Z', 'WAHRGENOMMEN');
        return [entity, key, { ...values, terminart }];
      };
    const snapshot = snapshotFrom([
      ['behandler', 'b1', { name: 'Eins' }],
      ['terminarten', 'schmerz', { name: 'Schmerz', standardgruppe: 'SCHMERZ' }],
      ['terminarten', 'pzr', { name: 'PZR', standardgruppe: 'PROPHYLAXE' }],
      ...['schmerz', 'art', 'eigener', 'leistung', 'nichts'].map(patient),
      kept('schmerz', 'schmerz'),
      kept('art', 'pzr'),
      kept('eigener', 'schmerz'),
      kept('leistung', null),
      leistung('pzr', 'leistung', '2026-05-20', 9000, { nr: '1040' }),
      kept('nichts', null),
      ...['schmerz', 'art', 'leistung', 'nichts'].map((id) => recall(id)),
      recall('eigener', { terminId: 't-eigener' }),
      // A deleted record has no appointments any more.
      recall('geloescht'),
    ]);
    expect(figureResult('recallquote', buildSelection(snapshot, FILTER))).toMatchObject({
      numerator: 3,
      denominator: 5,
    });
  });

  it('an agreement for a tooth covers a filling up to ninety days later', () => {
    const filling = (zahn: string): Row =>
        leistung(`f${zahn}`, 'p', '2026-05-18', 5000, { system: 'BEMA', nr: '13a', zahn }),
      agreed = (zahn: string | null, datum: string): Row => [
        'mkv',
        `m${zahn ?? ''}${datum}`,
        { patid: 'p', datum, zahn, betrag: 4000 },
      ];
    const quote = (...rows: Row[]): number | null =>
      wert(
        snapshotFrom([
          ['behandler', 'b1', { name: 'Eins' }],
          patient('p'),
          filling('16'),
          filling('26'),
          ...rows,
        ]),
        'mehrkostenquote',
      );
    expect([
      quote(agreed('16', '2026-05-11')),
      quote(agreed('16', '2026-02-17')),
      quote(agreed('16', '2026-02-16')),
      quote(agreed('16', '2026-05-19')),
      quote(agreed(null, '2026-05-18')),
      quote(agreed(null, '2026-05-17')),
    ]).toEqual([0.5, 0.5, 0, 0, 1, 0]);
  });

  it('a plan counts as accepted only within the time that every plan has', () => {
    const plan = (id: string, erstelltAm: string, more: Record<string, PvsValue> = {}): Row => [
        'hkp',
        id,
        {
          patid: 'p',
          behandler: 'b1',
          status: 'IN_ARBEIT',
          erstelltAm,
          besprochenAm: erstelltAm,
          gesamt: 100,
          ...more,
        },
      ],
      snapshot = snapshotFrom([
        ['behandler', 'b1', { name: 'Eins' }],
        patient('p'),
        // 180 days after 10 January 2024 is 8 July.
        plan('in-time', '2024-01-10', { begonnenAm: '2024-07-08' }),
        plan('too-late', '2024-01-10', { begonnenAm: '2024-07-09' }),
        plan('years-later', '2024-01-10', { begonnenAm: '2026-10-01' }),
        plan('served', '2024-01-10'),
        leistung('l', 'p', '2024-03-01', 100, { hkpid: 'served' }),
        plan('booked-late', '2024-01-10'),
        [
          'termin',
          't',
          {
            patid: 'p',
            hkpid: 'booked-late',
            start: Date.parse('2026-12-01T08:00:00Z'),
            angelegtAm: Date.parse('2026-11-01T08:00:00Z'),
            dauerMin: 30,
            status: 'GEPLANT',
          },
        ],
        ['parfall', 'c1', { patid: 'p', erstelltAm: '2024-01-10', uptVon: '2025-01-09' }],
        ['parfall', 'c2', { patid: 'p', erstelltAm: '2024-01-10', uptVon: '2025-01-10' }],
      ]),
      january = { von: '2024-01-01', bis: '2024-01-31' },
      share = (key: string): unknown => {
        const { numerator, denominator } = figureResult(
          key,
          buildSelection(snapshot, { ...FILTER, ...january }),
        );
        return [numerator, denominator];
      };
    expect(share('hkpAnnahme')).toEqual([1, 5]);
    expect(share('hkpAnnahmeWert')).toEqual([1, 5]);
    expect(share('behandlungsAnnahme')).toEqual([2, 5]);
    expect(share('patientenAnnahme')).toEqual([1, 1]);
    expect(share('parTrichter')).toEqual([1, 2]);
  });
  it('a cohort that had less time than others is marked, and compared with none', async () => {
    const snapshot = snapshotFrom([
        ['behandler', 'b1', { name: 'Eins' }],
        patient('p'),
        patient('q'),
        leistung('old', 'p', '2024-02-01', 100),
        leistung('old2', 'p', '2024-03-01', 100),
        leistung('young', 'q', '2026-09-01', 100),
      ]),
      young = kpi(
        'bindungNeu',
        buildSelection(snapshot, { ...FILTER, vergleich: 'VORJAHR', von: '2026-09-01' }),
      );
    expect(young).toMatchObject({ delta: null, vollstaendigAb: '2027-06-29' });
    const { rows, hints } = await practiceReport(snapshot, 'extended/neupatienten', {
      ...FILTER,
      von: '2024-01-01',
    });
    expect(rows.map((row) => [row['monat'], row['quote']])).toEqual([
      ['2024-02', 1],
      ['2026-09', null],
    ]);
    expect(hints).toContain('nochNichtReif');
  });
  it('a practitioner with a single small service does not halve the mean', () => {
    const rows = (cents: number): Row[] => [
      ['behandler', 'b1', { name: 'Eins' }],
      ['behandler', 'b2', { name: 'Zwei' }],
      patient('p'),
      leistung('l1', 'p', '2026-05-11', 100_000),
      leistung('l2', 'p', '2026-05-11', cents, { behandler: 'b2' }),
    ];
    expect(wert(snapshotFrom(rows(500)), 'umsatzJeBehandler')).toBe(1005);
    expect(wert(snapshotFrom(rows(20_000)), 'umsatzJeBehandler')).toBe(600);
    // In the chosen rows of a single practitioner they are the only one.
    expect(wert(snapshotFrom(rows(500)), 'umsatzJeBehandler', { behandler: ['b2'] })).toBe(5);
  });

  it('a quality of appointments needs parts with half of the weight', () => {
    expect(qualityIndexOf([null, null, null, 0, null])).toBeNull();
    expect(qualityIndexOf([0.8, null, null, null, 0.8])).toBeNull();
    expect(qualityIndexOf([0.8, 0.8, null, null, null])).toBe(80);
    const saturday = narrowToWeekday(
      buildSelection(
        snapshotFrom([
          ['behandler', 'b1', { name: 'Eins' }],
          patient('p'),
          leistung('l', 'p', '2026-05-16', 5000),
        ]),
        FILTER,
      ),
      5,
    );
    expect(figureResult('terminqualitaet', saturday).value).toBeNull();
  });

  it('a cleaning billed for each tooth is one session per hundred cases', async () => {
    const snapshot = snapshotFrom([
      ['behandler', 'b1', { name: 'Eins' }],
      patient('p'),
      leistung('fall', 'p', '2026-05-11', 2304, {
        system: 'BEMA',
        nr: '01',
        kostentraeger: 'GKV',
      }),
      leistung('pzr', 'p', '2026-05-11', 9000, { nr: '1040', menge: 28 }),
      // The same position in another area is a row of its own.
      leistung('pzr2', 'p', '2026-06-11', 1000, { nr: '1040', menge: 2, bereich: 'SONSTIGE' }),
    ]);
    const of = async (path: string): Promise<unknown[]> =>
      (await practiceReport(snapshot, path, FILTER)).rows
        .filter((row) => row['nr'] === '1040')
        .map((row) => [row['bereich'] ?? null, row['anzahl'], row['je100Faelle']]);
    expect(await of('leistungen/statistik')).toEqual([[null, 30, 200]]);
    expect(await of('extended/leistungsmix')).toEqual([
      ['PZR', 28, 100],
      ['SONSTIGE', 2, 100],
    ]);
  });
});
