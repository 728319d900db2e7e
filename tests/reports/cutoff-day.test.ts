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
import { contributionsOf, figureResult } from '../../server/analytics/metrics/compute.ts';
import { kpi } from '../../server/analytics/metrics/kpi.ts';
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
  ]);
  it('counts services without an invoice by then, whatever happened since', () => {
    expect(wert(snapshot, 'nichtFakturiert')).toBe(127);
    expect(wert(snapshot, 'nichtFakturiert30', { von: '2026-02-01', bis: '2026-04-02' })).toBe(100);
    expect(wert(snapshot, 'nichtFakturiert', { bis: TODAY })).toBe(170.03);
    expect(wert(snapshot, 'nichtFakturiert30', { bis: TODAY })).toBe(170.03);
  });
  it('are dated facts only: two services that were never billed', () => {
    const two = snapshotFrom([
      PATIENT,
      leistung('a', '2026-03-02', 10_000),
      leistung('b', '2026-03-30', 5000),
    ]);
    const on = (bis: string): (number | null)[] =>
      ['nichtFakturiert', 'nichtFakturiert30'].map((key) => wert(two, key, { bis }));
    expect(
      ['2026-03-09', '2026-03-10', '2026-03-31', '2026-04-07', '2026-04-30', TODAY].map(on),
    ).toEqual([
      [0, 0],
      [100, 0],
      [100, 0],
      [150, 100],
      [150, 150],
      [150, 150],
    ]);
  });
  it('include those from before the period', () => {
    expect(wert(snapshot, 'nichtFakturiert', { von: '2026-03-31' })).toBe(127);
    expect(wert(snapshot, 'nichtFakturiert30', { von: '2026-04-15', bis: '2026-04-15' })).toBe(
      127.03,
    );
  });
  it('are not known where one is marked as billed without a day, until today', () => {
    const undated = snapshotFrom([
      PATIENT,
      leistung('never', '2026-03-02', 10_000),
      leistung('undated', '2026-03-06', 900, { status: 'ABGERECHNET' }),
    ]);
    const {
      wert: value,
      ohneTag,
      bekanntAb,
      standAm,
    } = kpi('nichtFakturiert', buildSelection(undated, FILTER));
    expect([value, ohneTag, bekanntAb, standAm]).toEqual([null, 1, TODAY, '2026-03-31']);
    const now = kpi(
      'nichtFakturiert',
      buildSelection(undated, {
        ...FILTER,
        von: '2026-11-01',
        bis: TODAY,
        vergleich: 'VORPERIODE',
      }),
    );
    expect([now.wert, now.vergleich, now.vergleichUnbekannt]).toEqual([100, null, true]);
    // Before it was a week old it could not count.
    expect(wert(undated, 'nichtFakturiert', { bis: '2026-03-13' })).toBe(100);
    expect(wert(undated, 'nichtFakturiert', { bis: TODAY })).toBe(100);
  });
  it('is equal by its rows, its pages and under a filter', () => {
    const all = buildSelection(snapshot, FILTER),
      gkv = buildSelection(snapshot, { ...FILTER, versicherung: ['GKV'] });
    for (const a of [all, gkv]) {
      const rows = contributionsOf('nichtFakturiert', a),
        page = pageOf(a, 'nichtFakturiert', 1);
      expect(rows.reduce((sum, row) => sum + row.value, 0)).toBe(12_700);
      expect([page.count, page.page.length]).toEqual([3, 3]);
      expect([1, 2].flatMap((at) => pageOf(a, 'nichtFakturiert', at, 2).page)).toEqual(page.page);
    }
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
  it('without an end date make the sum unknown from their last step on', () => {
    const snapshot = snapshotFrom([
      PATIENT,
      plan('h', '2025-10-01', 'VERWORFEN', { gesendetAm: '2025-11-27' }),
    ]);
    expect(wert(snapshot, 'hkpOffen', day)).toBe(1000);
    expect(wert(snapshot, 'hkpOffen', { von: '2025-11-27', bis: '2025-11-27' })).toBeNull();
    expect(wert(snapshot, 'hkpOffen', { von: TODAY, bis: TODAY })).toBe(0);
  });
  it('end with the decision of the patient where no insurer is asked', () => {
    const open = (more: Record<string, PvsValue>): number | null =>
      wert(snapshotFrom([PATIENT, plan('h', '2025-10-01', 'IN_ARBEIT', more)]), 'hkpOffen', day);
    const accepted = { angenommenAm: '2025-11-20', begonnenAm: '2026-02-01' };
    expect(open({ ...accepted, art: 'KVA' })).toBe(0);
    expect(open({ ...accepted, art: 'IMPLANTAT', genehmigtAm: '2026-01-01' })).toBe(0);
    expect(open({ ...accepted, gesendetAm: '2025-11-21' })).toBe(1000);
  });
  it('whose approval was about to end count only where they need one', () => {
    const approved = { genehmigtAm: '2025-06-01', terminAm: '2025-12-20' };
    const ending = (more: Record<string, PvsValue>): number | null =>
      wert(
        snapshotFrom([PATIENT, plan('h', '2025-05-01', 'TERMINIERT', { ...approved, ...more })]),
        'hkpAblaufend',
        day,
      );
    expect([ending({}), ending({ art: 'KVA' }), ending({ art: 'IMPLANTAT' })]).toEqual([
      1000, 0, 0,
    ]);
    expect(ending({ genehmigtAm: '2025-11-27' })).toBe(0);
  });
});

describe('patients and recalls at the end of a past day', () => {
  const at = (day: string): number => Date.parse(`${day}T08:00:00Z`);
  const termin = (
    id: string,
    patid: string,
    start: string,
    more: Record<string, PvsValue>,
  ): Row => ['termin', id, { patid, start: at(start), dauerMin: 30, status: 'GEPLANT', ...more }];
  const june = { von: '2026-06-30', bis: '2026-06-30' };
  const people = ['MA1', 'MA2', 'MA3'].map((id): Row => ['patient', id, { versicherung: 'GKV' }]);
  const seen = ['MA1', 'MA2', 'MA3'].map((patid) =>
    leistung(`l ${patid}`, '2024-10-15', 100, { patid }),
  );
  it('lost are those without an appointment made by then, whatever was booked or kept since', () => {
    const lost = (...more: Row[]): number | null =>
      figureResult(
        'abwanderung',
        buildSelection(snapshotFrom([...people, ...seen, ...more]), { ...FILTER, ...june }),
      ).numerator;
    const booked = termin('t1', 'MA1', '2026-08-03', {
      angelegtAm: at('2026-05-04'),
      status: 'WAHRGENOMMEN',
    });
    const late = termin('t2', 'MA2', '2026-12-03', { angelegtAm: at('2026-11-04') });
    expect(lost(booked, late)).toBe(2);
    expect(
      lost(
        booked,
        late,
        termin('t3', 'MA3', '2026-08-05', {
          angelegtAm: at('2026-05-04'),
          status: 'ABGESAGT_PATIENT',
          absageAm: at('2026-07-01'),
        }),
      ),
    ).toBe(1);
    expect(lost(booked, termin('t3', 'MA3', '2026-08-05', {}))).toBeNull();
  });
  it('overdue recalls are those not yet answered by then', () => {
    const recall = (id: string, patid: string, more: Record<string, PvsValue>): Row => [
      'recall',
      id,
      { patid, art: 'PZR', faelligAm: '2026-05-01', ...more },
    ];
    const snapshot = snapshotFrom([
      ...people,
      recall('c1', 'MA1', { terminId: 't1', status: 'RECALLTERMIN_VEREINBART' }),
      termin('t1', 'MA1', '2026-08-03', { angelegtAm: at('2026-07-04'), status: 'WAHRGENOMMEN' }),
      recall('c2', 'MA2', { terminId: 't2', status: 'RECALLTERMIN_VEREINBART' }),
      termin('t2', 'MA2', '2026-08-03', { angelegtAm: at('2026-06-04') }),
      recall('c3', 'MA3', {}),
    ]);
    expect(wert(snapshot, 'recallUeberfaellig', june)).toBe(2);
    expect(wert(snapshot, 'recallUeberfaellig', { von: TODAY, bis: TODAY })).toBe(1);
    const undated = snapshotFrom([
      ...people,
      recall('c', 'MA1', { status: 'RECALLTERMIN_VEREINBART' }),
    ]);
    expect(wert(undated, 'recallUeberfaellig', june)).toBeNull();
  });
});

describe('perio cases before support at the end of a past day', () => {
  const parfall = (more: Record<string, PvsValue>): number | null =>
    wert(
      snapshotFrom([
        PATIENT,
        ['parfall', 'f', { patid: 'p', erstelltAm: '2026-01-10', wert: 50_000, ...more }],
      ]),
      'parWert',
    );
  it('leave out refused ones, and are unknown where the refusal may have come before', () => {
    expect(parfall({ status: 'IN_ARBEIT' })).toBe(500);
    expect(parfall({ status: 'IN_ARBEIT', uptVon: '2026-04-01' })).toBe(500);
    expect(parfall({ status: 'IN_ARBEIT', uptVon: '2026-03-31' })).toBe(0);
    expect(parfall({ status: 'ABGELEHNT' })).toBeNull();
    expect(parfall({ status: 'ABGELEHNT', gesendetAm: '2026-04-01' })).toBe(500);
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
    expect(three.vergleichDeckung).toEqual({ teil: 23, ganz: 36, einheit: 'monate' });
    expect(of('umsatz', '2024-11-01', '2026-10-31').vergleichDeckung).toEqual({
      teil: 23,
      ganz: 24,
      einheit: 'monate',
    });
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
