/** Edge cases of delivered rows: duplicated, or shared by several. */
import { describe, expect, it } from 'vitest';
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import type { PvsValue } from '../../shared/analytics/deliveries/pvs.ts';
import { comparisonOf } from '../../server/analytics/snapshot/comparison.ts';
import { dayNumberOf, dayText } from '../../server/analytics/snapshot/calendar.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import { contributionsOf } from '../../server/analytics/metrics/compute.ts';
import { kpi } from '../../server/analytics/metrics/kpi.ts';
import type { Presets } from '../../server/analytics/snapshot/store.ts';
import { membersOf, targetsFor } from '../../server/analytics/snapshot/targets.ts';
import { FILTER, TODAY, leistung, patient, snapshotFrom, wert, type Row } from './few-rows.ts';

describe('targets', () => {
  const ziel = (
    behandler: string,
    kennzahl: string,
    value: number,
  ): Presets['targets'][number] => ({
    kennzahl,
    behandler,
    validFrom: '2026-01-01',
    value,
  });
  const presets = {
    targets: [
      ziel('', 'umsatz', 60_000),
      ziel('', 'auslastung', 0.8),
      ziel('b1', 'umsatz', 30_000),
      ziel('b1', 'auslastung', 0.7),
      ziel('b2', 'umsatz', 20_000),
    ],
  } as unknown as Presets;
  const reportWith = (filter: Partial<PracticeReportFilter>): object =>
    Object.fromEntries(targetsFor(presets, { ...FILTER, ...filter }));
  it('appear for their exact scope, and for no part of it', () => {
    expect(reportWith({})).toEqual({ umsatz: 60_000, auslastung: 0.8 });
    expect(reportWith({ behandler: ['b1'] })).toEqual({ umsatz: 30_000, auslastung: 0.7 });
    expect(reportWith({ behandler: ['b1', 'b2'] })).toEqual({ umsatz: 50_000 });
    expect(reportWith({ behandler: ['b1', 'b3'] })).toEqual({});
    for (const narrow of [
      { bereich: ['KCH' as const] },
      { versicherung: ['PKV' as const] },
      { teams: ['t'] },
      { zimmer: ['z'] },
      { behandler: ['b1'], bereich: ['KCH' as const] },
    ])
      expect(reportWith(narrow)).toEqual({});
  });
  it('of a month count by its working days in a part of it, and say that they are a part', () => {
    const snapshot = snapshotFrom([patient('p'), leistung('l', 'p', '2026-03-05', 100)]),
      goal = (von: string, bis: string): unknown[] => {
        const filter = { ...FILTER, von, bis },
          { ziel, zielAnteilig } = kpi(
            'umsatz',
            buildSelection(snapshot, filter, targetsFor(presets, filter)),
          );
        return [ziel, zielAnteilig ?? false];
      };
    // March has 22 working days, ten of them until the 13th; a weekend has none.
    expect([goal('2026-03-01', '2026-03-31'), goal('2026-03-01', '2026-03-13')]).toEqual([
      [60_000, false],
      [27_272.727273, true],
    ]);
    expect(goal('2026-03-07', '2026-03-08')).toEqual([0, true]);
    expect(goal('2026-03-01', '2026-04-30')).toEqual([120_000, true]);
  });
  it('of a team are those of its practitioners together', () => {
    const snapshot = snapshotFrom([
        ['teams', 't1', { name: 'Team' }],
        ['behandler', 'b1', { name: 'Eins', team: 't1' }],
        ['behandler', 'b2', { name: 'Zwei', team: 't1' }],
        ['behandler', 'b3', { name: 'Fort', team: 't1', austritt: '2025-12-31' }],
        ['behandler', 'b4', { name: 'Vier' }],
      ]),
      ofTeam = (filter: Partial<PracticeReportFilter>): object => {
        const all = { ...FILTER, teams: ['t1'], ...filter };
        return Object.fromEntries(
          targetsFor(presets, all, membersOf(buildSelection(snapshot, all))),
        );
      };
    expect(ofTeam({})).toEqual({ umsatz: 50_000 });
    expect(ofTeam({ behandler: ['b2'] })).toEqual({ umsatz: 20_000 });
    expect([ofTeam({ behandler: ['b4'] }), ofTeam({ zimmer: ['z'] })]).toEqual([{}, {}]);
  });
});

describe('an invoice of two practitioners', () => {
  const rechnung = (id: string, more: Record<string, PvsValue> = {}): Row => [
    'rechnung',
    id,
    {
      patid: 'p',
      nummer: id,
      art: 'PRIVAT',
      datum: '2026-10-20',
      faelligAm: '2026-11-10',
      betrag: 10_000,
      ...more,
    },
  ];
  const snapshot = snapshotFrom([
    ['behandler', 'b1', { name: 'Eins' }],
    ['behandler', 'b2', { name: 'Zwei' }],
    patient('p'),
    leistung('l1', 'p', '2026-10-10', 9000, { rechnungId: 'r1' }),
    leistung('l2', 'p', '2026-10-10', 1000, { rechnungId: 'r1', behandler: 'b2' }),
    rechnung('r1'),
    // Half of it was paid.
    leistung('l3', 'p', '2026-10-11', 3000, { rechnungId: 'r2' }),
    leistung('l4', 'p', '2026-10-11', 1000, { rechnungId: 'r2', behandler: 'b2' }),
    rechnung('r2', { betrag: 4000 }),
    ['zahlung', 'z', { rechnungId: 'r2', datum: '2026-11-02', betrag: 2000, art: 'ZAHLUNG' }],
  ]);
  it('is open for each by their services, and the parts sum up', () => {
    for (const key of ['offenePosten', 'ueberfaelligePosten', 'offen31bis60'])
      expect([
        key,
        wert(snapshot, key, { behandler: ['b1'] }),
        wert(snapshot, key, { behandler: ['b2'] }),
        wert(snapshot, key),
      ]).toEqual([key, 105, 15, 120]);
    expect(wert(snapshot, 'offenePosten', { behandler: ['b1', 'b2'] })).toBe(120);
  });
  it('counts nowhere once it is cancelled, not even in its own month', () => {
    const gone = snapshotFrom([
      ['behandler', 'b1', { name: 'Eins' }],
      patient('p'),
      leistung('l1', 'p', '2026-10-10', 10_000, { rechnungId: 'r1' }),
      rechnung('r1', { art: 'FACTORING', stornoAm: '2026-11-03', beanstandetAm: '2026-10-30' }),
      rechnung('g1', { betrag: -2000, gutschriftZu: 'r1' }),
    ]);
    const october = { von: '2026-10-01', bis: '2026-10-31' };
    expect(wert(gone, 'umsatz', { ...october, basis: 'rechnung' })).toBe(0);
    for (const key of ['factoringquote', 'beanstandungsquote', 'zeitBisRechnung'])
      expect([key, contributionsOf(key, buildSelection(gone, { ...FILTER, ...october }))]).toEqual([
        key,
        [],
      ]);
    // At the end of October it was open: the cancellation came later.
    expect(wert(gone, 'offenPrivat', october)).toBe(80);
    expect(wert(gone, 'offenPrivat')).toBe(0);
  });
  it('has the same duration for each as for all: both parts of the quotient are shares', () => {
    expect([wert(snapshot, 'dso', { behandler: ['b2'] }), wert(snapshot, 'dso')]).toEqual([
      67.5, 77.142857,
    ]);
  });
});

describe('an unfinished period', () => {
  const rows: Row[] = [
    ['behandler', 'b1', { name: 'Eins' }],
    patient('p'),
    leistung('erste', 'p', '2024-01-02', 100),
    // The 18th working day of November; the 18th of the others are 26 November and 26 October.
    leistung('jetzt', 'p', '2026-11-25', 8000),
    leistung('vorjahr', 'p', '2025-11-26', 10_000),
    leistung('vorjahr-spaeter', 'p', '2025-11-27', 90_000),
    leistung('vormonat', 'p', '2026-10-26', 4000),
    leistung('vormonat-spaeter', 'p', '2026-10-27', 90_000),
  ];
  const vorher = (
    filter: Partial<PracticeReportFilter>,
    snapshot = snapshotFrom(rows),
  ): unknown[] => {
    const {
      wert: now,
      vergleich,
      delta,
    } = kpi(
      'umsatz',
      buildSelection(snapshot, { ...FILTER, von: '2026-11-01', bis: '2026-11-30', ...filter }),
    );
    return [now, vergleich, delta];
  };
  it('is compared with as many working days of the other period, whatever its last day', () => {
    for (const bis of ['2026-11-30', TODAY, '2026-11-28']) {
      expect(vorher({ vergleich: 'VORJAHR', bis })).toEqual([80, 100, -0.2]);
      expect(vorher({ vergleich: 'VORPERIODE', bis })).toEqual([80, 40, 1]);
    }
    // The months of a longer one are aligned each, so that they add up.
    expect(vorher({ von: '2026-01-01', bis: '2026-12-31', vergleich: 'VORJAHR' })[1]).toBe(100);
    expect(vorher({ von: '2026-10-01', vergleich: 'VORPERIODE', bis: TODAY })[1]).toBe(0);
  });
  it('counts today once rows of it were delivered', () => {
    const today = snapshotFrom([...rows, leistung('heute', 'p', TODAY, 0)]);
    expect(vorher({ vergleich: 'VORJAHR' }, today)).toEqual([80, 1000, -0.92]);
    expect(vorher({ von: TODAY, bis: TODAY, vergleich: 'VORPERIODE' })[1]).toBeNull();
  });
  it.each([
    // The same week of the year before begins 364 days earlier, after a year of 53 weeks 371.
    ['2026-11-02', '2025-11-03'],
    ['2026-11-25', '2025-11-26'],
    ['2025-02-28', '2024-03-01'],
    ['2024-02-29', '2023-03-02'],
    ['2021-03-08', '2020-03-02'],
    // There is no 53rd week in 2025: 52 weeks before.
    ['2026-12-31', '2026-01-01'],
  ])('one day, %s, is compared with the same weekday of the same week, %s', (day, other) => {
    const worked = snapshotFrom([
      leistung('erste', 'p', '2019-01-02', 1),
      leistung('jetzt', 'p', day, 300),
      leistung('damals', 'p', other, 200),
    ]);
    const compare = (von: string, bis: string): unknown =>
      comparisonOf(buildSelection(worked, { ...FILTER, vergleich: 'VORJAHR', von, bis }));
    expect(compare(day, day)).toMatchObject({ from: dayNumberOf(other), to: dayNumberOf(other) });
    if (day < TODAY)
      expect(vorher({ von: day, bis: day, vergleich: 'VORJAHR' }, worked)).toEqual([3, 2, 0.5]);
  });
  it('a week, also a running one, is compared with the same days of the same week', () => {
    const span = (von: string, bis: string): string[] => {
      const { from, to } = comparisonOf(
        buildSelection(snapshotFrom(rows), { ...FILTER, vergleich: 'VORJAHR', von, bis }),
      )!;
      return [dayText(from), dayText(to)];
    };
    expect(span('2026-11-16', '2026-11-20')).toEqual(['2025-11-17', '2025-11-21']);
    // Rows of today, a Thursday, were not delivered yet.
    expect(span('2026-11-23', TODAY)).toEqual(['2025-11-24', '2025-11-26']);
    // From eight days on the dates count, so that months add up.
    expect(span('2026-11-02', '2026-11-09')).toEqual(['2025-11-02', '2025-11-09']);
  });
  it('is compared by its own clock: states with the same day, the time ahead with nothing', () => {
    const of = (key: string) =>
      kpi(
        key,
        buildSelection(snapshotFrom(rows), {
          ...FILTER,
          vergleich: 'VORJAHR',
          von: TODAY,
          bis: TODAY,
        }),
      );
    expect(of('nichtFakturiert').vergleich).toBe(1);
    expect([of('freieZeit').vergleich, of('naechsterFreier').vergleich]).toEqual([null, null]);
  });
  it('a finished one is compared completely', () => {
    expect(vorher({ von: '2026-10-01', bis: '2026-10-31', vergleich: 'VORJAHR' })).toEqual([
      940,
      0,
      null,
    ]);
  });
});

describe('a new patient', () => {
  const neu = (id: string, erstbesuch: string | null): Row => [
    'patient',
    id,
    { vorname: 'V', nachname: id, versicherung: 'GKV', erstbesuch },
  ];
  const snapshot = snapshotFrom([
    ['behandler', 'b1', { name: 'Eins' }],
    ['behandler', 'b2', { name: 'Zwei' }],
    // The record has an earlier first visit than the deliveries, or a later one.
    neu('vorher', '2026-10-26'),
    leistung('l1', 'vorher', '2026-11-26', 100),
    neu('nachher', '2026-03-09'),
    leistung('l2', 'nachher', '2026-02-02', 100),
    neu('ohne', null),
    leistung('l3', 'ohne', '2026-02-03', 100, { behandler: 'b2' }),
    neu('alt', '2010-01-01'),
    leistung('l4', 'alt', '2026-02-04', 100),
  ]);
  const monate = (filter: Partial<PracticeReportFilter> = {}): (number | null)[] =>
    Array.from({ length: 12 }, (_, at) => {
      const m = String(at + 1).padStart(2, '0');
      return wert(snapshot, 'neupatienten', {
        von: `2026-${m}-01`,
        bis: `2026-${m}-28`,
        ...filter,
      });
    });
  it('is new on one day, so that months sum up to the year', () => {
    expect(monate()).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
    expect([
      wert(snapshot, 'neupatienten'),
      wert(snapshot, 'neupatienten', { behandler: ['b1'] }),
      wert(snapshot, 'neupatienten', { behandler: ['b2'] }),
    ]).toEqual([3, 2, 1]);
    expect(monate({ behandler: ['b1'] })).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
  });
});
