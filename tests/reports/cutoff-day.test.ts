/**
 * Stock figures of past periods: both parts refer to the end of the period, in the comparison too.
 */
import { describe, expect, it } from 'vitest';
import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../shared/analytics/deliveries/pvs.ts';
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { buildSelection, withPeriod } from '../../server/analytics/snapshot/selection.ts';
import { type Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { contributionsOf, figureResult, kpi } from '../../server/analytics/metrics/compute.ts';
import { pageOf } from '../../server/analytics/reports/page.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';

const TODAY = '2026-11-26';
const FILTER: PracticeReportFilter = {
  von: '2026-03-01',
  bis: '2026-03-31',
  vergleich: 'VORJAHR',
  behandler: [],
  zimmer: [],
  teams: [],
  stempel: [],
  versicherung: [],
  bereich: [],
  terminart: [],
  termingruppe: [],
  basis: 'leistung',
  gruppierung: 'MONAT',
  kennzahl: 'umsatz',
};
type Row = readonly [PvsEntity, string, Record<string, PvsValue>];
const PATIENT: Row = ['patient', 'p', { vorname: 'V', nachname: 'N', versicherung: 'GKV' }];

function snapshotFrom(rows: readonly Row[]): Snapshot {
  const rawRows = new RawData();
  rows.forEach(([entity, id, given], at) => {
    const empty = Object.fromEntries(PVS_FIELDS[entity].map((field) => [field.name, null]));
    rawRows.take({
      entity,
      id,
      version: 1,
      hash: at,
      isDeleted: false,
      values: { ...empty, ...given },
    });
  });
  return buildSnapshot(rawRows, dayNumberOf(TODAY));
}
const leistung = (
  id: string,
  datum: string,
  betrag: number,
  more: Record<string, PvsValue> = {},
): Row => [
  'leistung',
  id,
  {
    patid: 'p',
    datum,
    system: 'GOZ',
    nr: '2060',
    menge: 1,
    honorar: betrag,
    betrag,
    kostentraeger: 'EIGEN',
    status: 'ERBRACHT',
    ...more,
  },
];
const rechnung = (id: string, datum: string, more: Record<string, PvsValue> = {}): Row => [
  'rechnung',
  id,
  { patid: 'p', art: 'PRIVAT', datum, betrag: 100, ...more },
];
const plan = (
  id: string,
  erstelltAm: string,
  status: string,
  more: Record<string, PvsValue> = {},
): Row => ['hkp', id, { patid: 'p', art: 'ZE', status, erstelltAm, gesamt: 100_000, ...more }];
const wert = (
  snapshot: Snapshot,
  key: string,
  filter: Partial<PracticeReportFilter> = {},
): number | null => figureResult(key, buildSelection(snapshot, { ...FILTER, ...filter })).value;

describe('unbilled services at the end of a past period', () => {
  const snapshot = snapshotFrom([
    PATIENT,
    leistung('never', '2026-03-02', 10_000),
    leistung('young', '2026-03-30', 5000),
    leistung('later', '2026-03-03', 700, { rechnungId: 'r-later', status: 'ABGERECHNET' }),
    rechnung('r-later', '2026-05-01'),
    leistung('intime', '2026-03-04', 40, { rechnungId: 'r-intime' }),
    rechnung('r-intime', '2026-03-31'),
    leistung('off-later', '2026-03-05', 3, { rechnungId: 'r-off-later' }),
    rechnung('r-off-later', '2026-03-06', { stornoAm: '2026-04-02' }),
    leistung('off-before', '2026-03-06', 2000, { rechnungId: 'r-off-before' }),
    rechnung('r-off-before', '2026-03-07', { stornoAm: '2026-03-31' }),
    leistung('undated', '2026-03-06', 900, { status: 'ABGERECHNET' }),
  ]);
  it('counts services without an invoice by then, whatever happened since', () => {
    expect(wert(snapshot, 'nichtFakturiert')).toBe(127);
    expect(wert(snapshot, 'nichtFakturiert30', { von: '2026-02-01', bis: '2026-04-02' })).toBe(100);
    expect(wert(snapshot, 'nichtFakturiert', { bis: TODAY })).toBe(170.03);
    expect(wert(snapshot, 'nichtFakturiert30', { bis: TODAY })).toBe(170.03);
  });
  it('is equal by its rows, its pages and under a filter', () => {
    const all = buildSelection(snapshot, FILTER),
      gkv = buildSelection(snapshot, { ...FILTER, versicherung: ['GKV'] });
    for (const a of [all, gkv]) {
      const rows = contributionsOf('nichtFakturiert', a),
        page = pageOf(a, 'nichtFakturiert', 1);
      expect(rows.reduce((sum, row) => sum + row.value, 0)).toBe(12_700);
      expect([page.count, page.page.length]).toEqual([3, 3]);
    }
    // Daily sums as of today are invalid for an earlier day.
    expect(
      figureResult('nichtFakturiert', withPeriod(all, all.from, dayNumberOf(TODAY))).value,
    ).toBe(170.03);
    expect(figureResult('nichtFakturiert', withPeriod(all, all.from, all.to)).value).toBe(127);
  });
});

describe('plans open at the end of a past period', () => {
  const day = { von: '2025-11-26', bis: '2025-11-26' };
  it('use their own dates, so that a comparison is consistent', () => {
    const settled = plan('h1', '2025-11-01', 'ABGERECHNET', {
      besprochenAm: '2025-11-02',
      angenommenAm: '2025-12-20',
      genehmigtAm: '2025-12-20',
      begonnenAm: '2026-01-10',
      abgerechnetAm: '2026-02-01',
    });
    const snapshot = snapshotFrom([PATIENT, settled, plan('h2', '2026-11-01', 'ENTWURF')]);
    const now = kpi('hkpOffen', buildSelection(snapshot, { ...FILTER, von: TODAY, bis: TODAY }));
    expect([now.wert, now.vergleich, now.delta]).toEqual([1000, 1000, 0]);
  });
  it('end with their first ending event, by kind of end', () => {
    const open = (status: string, more: Record<string, PvsValue>): number | null =>
      wert(snapshotFrom([PATIENT, plan('h', '2025-10-01', status, more)]), 'hkpOffen', day);
    expect(open('ABGELEHNT', { beantwortetAm: '2025-11-26' })).toBe(0);
    expect(open('ABGELEHNT', { beantwortetAm: '2025-11-27' })).toBe(1000);
    expect(open('VERWORFEN', { verworfenAm: '2025-11-20' })).toBe(0);
    expect(open('VERWORFEN', { verworfenAm: '2026-01-20' })).toBe(1000);
    expect(open('GENEHMIGT', { angenommenAm: '2025-10-05', genehmigtAm: '2025-12-01' })).toBe(1000);
    expect(open('ANGENOMMEN_OHNE_KASSE', { angenommenAm: '2025-10-05' })).toBe(0);
    expect(open('IN_ARBEIT', { begonnenAm: '2026-02-01' })).toBe(1000);
    expect(open('ALTERNATIVE', { verworfenAm: '2026-02-01' })).toBe(0);
    expect(open('BEI_KASSE', {})).toBe(1000);
  });
  it('without an end date count for no day', () => {
    const snapshot = snapshotFrom([PATIENT, plan('h', '2025-10-01', 'VERWORFEN')]);
    expect(wert(snapshot, 'hkpOffen', day)).toBe(0);
    expect(wert(snapshot, 'hkpOffen', { von: TODAY, bis: TODAY })).toBe(0);
  });
});

describe('a comparison with days before the first delivered one', () => {
  const snapshot = snapshotFrom([
    PATIENT,
    ...['2023-11-27', '2024-06-03', '2025-06-03', '2026-06-03'].map((day) =>
      leistung(`l ${day}`, day, 10_000),
    ),
    [
      'termin',
      't',
      {
        patid: 'p',
        start: Date.parse('2025-06-03T08:00:00Z'),
        dauerMin: 30,
        status: 'WAHRGENOMMEN',
      },
    ],
  ]);
  const of = (key: string, von: string, bis: string) =>
    kpi(key, buildSelection(snapshot, { ...FILTER, von, bis }));
  it('is omitted, and the first day of the data is shown', () => {
    const three = of('umsatz', '2023-11-01', '2026-10-31');
    expect([three.wert, three.vergleich, three.delta, three.vergleichAb]).toEqual([
      400,
      null,
      null,
      '2023-11-27',
    ]);
    const one = of('umsatz', '2025-11-01', '2026-10-31');
    expect([one.vergleich, one.delta, one.vergleichAb]).toEqual([100, 0, undefined]);
    // The very first day is enough, one day earlier is not.
    expect(of('umsatz', '2024-11-27', '2025-11-26').vergleich).toBe(200);
    expect(of('umsatz', '2024-11-26', '2025-11-26').vergleich).toBeNull();
  });
  it('depends on the items that a figure counts, and on the length of its look-back', () => {
    expect(of('ausfallquote', '2026-06-01', '2026-06-30').vergleichAb).toBe('2025-06-03');
    expect(of('ausfallquote', '2026-06-03', '2026-06-30').vergleichAb).toBeUndefined();
    expect(of('aktivePatienten', '2026-06-01', '2026-06-30').vergleichAb).toBe('2023-11-27');
    // An unfinished period shows the state of today, compared with the same day.
    expect(of('aktivePatienten', '2026-11-01', '2026-11-27').vergleichAb).toBe('2023-11-27');
    const before = kpi(
      'aktivePatienten',
      buildSelection(snapshot, {
        ...FILTER,
        von: '2026-11-01',
        bis: TODAY,
        vergleich: 'VORPERIODE',
      }),
    );
    expect(before.vergleichAb).toBeUndefined();
  });
  it('of a state names its day, unless it is today', () => {
    expect(of('hkpOffen', '2026-03-01', '2026-03-31').standAm).toBe('2026-03-31');
    expect(of('nichtFakturiert', '2026-03-01', '2026-03-31').standAm).toBe('2026-03-31');
    expect(of('nichtFakturiert', '2026-03-01', TODAY).standAm).toBeUndefined();
    expect(of('umsatz', '2026-03-01', '2026-03-31').standAm).toBeUndefined();
  });
});
