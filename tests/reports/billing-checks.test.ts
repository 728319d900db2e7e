/** Checks of what was billed: against plans, laboratory, statutory fees and the past. */
import { describe, expect, it } from 'vitest';
import type { PvsValue } from '../../shared/analytics/deliveries/pvs.ts';
import type { Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import type { Part, Row as Line } from '../../server/analytics/reports/report-kind.ts';
import { FILTER, leistung, patient, snapshotFrom, type Row } from './few-rows.ts';
import { practiceReport } from './table-scan.ts';

const report = async (
  snapshot: Snapshot,
  path: string,
  filter: Partial<typeof FILTER>,
): Promise<Part> => practiceReport(snapshot, path, { ...FILTER, ...filter });
const only = (rows: readonly Line[], ...keys: string[]): unknown[][] =>
  rows.map((row) => keys.map((key) => row[key] ?? null));
const values = ({ kpis = [] }: Part): Record<string, number | null> =>
  Object.fromEntries(kpis.map(({ key, wert }) => [key, wert]));
const bema = (nr: string, more: Record<string, PvsValue> = {}) => ({
  system: 'BEMA' as const,
  nr,
  kostentraeger: 'GKV' as const,
  ...more,
});

describe('positions against the own past', () => {
  /** Cases of a span: each patient has one service of the insurer, some have a second one. */
  const cases = (prefix: string, day: string, count: number, withSecond: number): Row[] =>
    Array.from({ length: count }, (_, n) => `${prefix}${n}`).flatMap((id, n) => [
      patient(id),
      leistung(`a${id}`, id, day, 2000, bema('01')),
      ...(n < withSecond ? [leistung(`b${id}`, id, day, 900, bema('8', { menge: 2 }))] : []),
    ]);
  const MARCH = { von: '2026-03-01', bis: '2026-03-31' };
  it('are remarkable from three standard deviations of the expected number on', async () => {
    // Before: 20 of 100 cases. Now 25 cases, so 5 are expected; 3 · √5 is 6.7.
    const of = async (count: number): Promise<unknown[][]> =>
      only(
        (
          await report(
            snapshotFrom([
              ...cases('old', '2025-05-12', 100, 20),
              ...cases('now', '2026-03-10', 25, count),
            ]),
            'leistungen/auffaellig',
            MARCH,
          )
        ).rows.filter((row) => row['nr'] === '8'),
        'sitzungen',
        'je100',
        'je100Frueher',
        'erwartet',
        'abweichung',
        'auffaelligkeit',
      );
    expect(await of(11)).toEqual([[11, 44, 20, 5, 1.2, null]]);
    expect(await of(12)).toEqual([[12, 48, 20, 5, 1.4, 'PRUEFHINWEIS']]);
    expect(await of(5)).toEqual([[5, 20, 20, 5, 0, null]]);
  });
  it('are remarkably seldom, too, and a position that is rare in both spans is left out', async () => {
    const found = await report(
      snapshotFrom([
        ...cases('old', '2025-05-12', 100, 40),
        ...cases('now', '2026-03-10', 50, 6),
        leistung('rare', 'now0', '2026-03-10', 900, bema('25')),
      ]),
      'leistungen/auffaellig',
      MARCH,
    );
    expect(only(found.rows, 'id', 'sitzungen', 'erwartet', 'auffaelligkeit')).toEqual([
      ['BEMA 8', 6, 20, 'VERGESSEN'],
      ['BEMA 01', 50, 50, null],
    ]);
    expect(values(found)).toEqual({ positionenMehr: 0, positionenWeniger: 1, faelle: 50 });
  });
  it('are compared with nothing before 180 delivered days', async () => {
    const rows = [...cases('old', '2025-12-12', 50, 1), ...cases('now', '2026-03-10', 50, 40)],
      found = await report(snapshotFrom(rows), 'leistungen/auffaellig', MARCH);
    expect([values(found)['positionenMehr'], found.hints]).toEqual([null, ['vergangenheitFehlt']]);
    expect(only(found.rows, 'id', 'erwartet', 'auffaelligkeit')).toEqual([
      ['BEMA 01', null, null],
      ['BEMA 8', null, null],
    ]);
  });
});

describe('private fees and the statutory fee for the same work', () => {
  it('are compared by what the practice was paid for a point', async () => {
    const paid = Array.from({ length: 5 }, (_, n) =>
      // Ten points for 12.50 euros: 1.25 euros a point.
      leistung(`p${n}`, 'p', '2026-02-02', 1250, bema('43', { punkte: 10, bereich: 'KCH' })),
    );
    const found = await report(
      snapshotFrom([
        ['behandler', 'b1', { name: 'Eins' }],
        patient('p'),
        ...paid,
        // 70 points at 2.3 are 9.05 euros, at 3.5 they are 13.78 euros.
        leistung('g1', 'p', '2026-03-02', 905, { nr: '3000', faktor: 230, zahn: '11' }),
        leistung('g2', 'p', '2026-03-03', 1378, { nr: '3000', faktor: 350, zahn: '12' }),
        // 392 points at 2.3 are more than 29 statutory ones.
        leistung('g3', 'p', '2026-03-04', 5071, { nr: '2410', faktor: 230, zahn: '13' }),
        leistung('g4', 'p', '2026-03-04', 9000, { nr: '1040', faktor: 230 }),
      ]),
      'leistungen/gebuehren',
      { von: '2026-03-01', bis: '2026-03-31' },
    );
    expect(
      only(
        found.rows,
        'nr',
        'anzahl',
        'mittlererFaktor',
        'honorarJe',
        'bei23',
        'bemaNr',
        'bemaJe',
        'faktorFuerBema',
        'darunter',
        'fehlbetrag',
      ),
    ).toEqual([
      ['3000', 2, 2.9, 11.42, 9.05, '43', 12.5, 3.18, 1, 3.45],
      ['2410', 1, 2.3, 50.71, 50.71, '32', 36.25, 1.64, 0, 0],
    ]);
    expect([values(found), found.hints]).toEqual([
      { gozUnterBema: 1, gozFehlbetrag: 3.45 },
      ['gozUnterBema'],
    ]);
  });
  it('leave out fillings of which the insurer pays its part', async () => {
    const filling = { zahn: '26', flaechen: 'mod' };
    const found = await report(
      snapshotFrom([
        patient('p'),
        // The rest that the patient pays for a better filling of the same tooth.
        leistung('m1', 'p', '2026-03-02', 6000, bema('13c', { zahn: '26' })),
        leistung('m2', 'p', '2026-03-02', 2300, { nr: '2100', faktor: 230, ...filling }),
        // Another tooth, and another day: the whole fee.
        leistung('g1', 'p', '2026-03-02', 2400, { nr: '2100', faktor: 230, zahn: '27' }),
        leistung('g2', 'p', '2026-03-03', 2500, { nr: '2100', faktor: 230, ...filling }),
        // Not a filling: it is compared on every tooth.
        leistung('g3', 'p', '2026-03-02', 300, { nr: '0070', faktor: 230, zahn: '26' }),
      ]),
      'leistungen/gebuehren',
      { von: '2026-03-01', bis: '2026-03-31' },
    );
    expect(only(found.rows, 'nr', 'anzahl', 'honorarJe', 'darunter')).toEqual([
      ['2100', 2, 24.5, 2],
      ['0070', 1, 3, 1],
    ]);
  });
  it('say that the point value is estimated where the practice was paid too seldom', async () => {
    const found = await report(
      snapshotFrom([
        patient('p'),
        leistung('g1', 'p', '2026-03-02', 906, { nr: '3000', faktor: 230 }),
      ]),
      'leistungen/gebuehren',
      { von: '2026-03-01', bis: '2026-03-31' },
    );
    expect(found.hints).toEqual(['gozUnterBema', 'punktwertGeschaetzt']);
    expect(found.rows).toHaveLength(1);
  });
});

describe('finished plans against invoices', () => {
  const plan = (id: string, more: Record<string, PvsValue>): Row => [
    'hkp',
    id,
    {
      patid: 'p',
      behandler: 'b1',
      art: 'ZE',
      status: 'ABGERECHNET',
      bezeichnung: `Plan ${id}`,
      erstelltAm: '2026-01-05',
      abgerechnetAm: '2026-03-20',
      gesamt: 100_000,
      ...more,
    },
  ];
  const position = (id: string, hkpid: string, nr: string, more: Record<string, PvsValue>): Row => [
    'hkpposition',
    id,
    { hkpid, system: 'BEMA', nr, menge: 1, betrag: 10_000, ...more },
  ];
  const billed = { rechnungId: 'r', hkpid: 'h1' };
  const snapshot = snapshotFrom([
    ['behandler', 'b1', { name: 'Eins' }],
    patient('p'),
    [
      'rechnung',
      'r',
      { patid: 'p', nummer: '1', art: 'EIGENANTEIL', datum: '2026-03-20', betrag: 1 },
    ],
    [
      'rechnung',
      'off',
      {
        patid: 'p',
        nummer: '2',
        art: 'EIGENANTEIL',
        datum: '2026-03-20',
        betrag: 1,
        stornoAm: '2026-03-21',
      },
    ],
    plan('h1', { matLabGkv: 30_000, matLabPrivat: 20_000 }),
    position('1', 'h1', '20a', { zahn: '11' }),
    position('2', 'h1', '20a', { zahn: '12' }),
    position('3', 'h1', '19', { menge: 3, betrag: 6000 }),
    position('4', 'h1', '98a', { betrag: null }),
    leistung(
      'l1',
      'p',
      '2026-03-10',
      10_000,
      bema('20a', { ...billed, zahn: '11', fremdlabor: 30_000 }),
    ),
    // At another tooth, on a cancelled invoice.
    leistung(
      'l2',
      'p',
      '2026-03-10',
      10_000,
      bema('20a', { rechnungId: 'off', hkpid: 'h1', zahn: '12' }),
    ),
    // Names no plan; two of three are there.
    leistung('l3', 'p', '2026-02-10', 4000, bema('19', { menge: 2, rechnungId: 'r' })),
    // Before the plan was made.
    leistung('l4', 'p', '2025-12-10', 2000, bema('19', { rechnungId: 'r' })),
    plan('h2', { abgerechnetAm: null, eingegliedertAm: null, status: 'IN_ARBEIT' }),
    position('5', 'h2', '20b', { zahn: '21' }),
  ]);
  it('list what was planned and never done, done and never billed, and missing laboratory', async () => {
    const found = await report(snapshot, 'leistungen/geplant', {
      von: '2026-03-01',
      bis: '2026-03-31',
    });
    expect(
      only(found.rows, 'stand', 'plan', 'nr', 'zahn', 'geplant', 'erbracht', 'berechnet', 'wert'),
    ).toEqual([
      ['NICHT_BERECHNET', 'Plan h1', '20A', '12', 1, 1, 0, 100],
      ['NICHT_ERBRACHT', 'Plan h1', '19', '', 3, 2, 2, 20],
      ['NICHT_ERBRACHT', 'Plan h1', '98A', '', 1, 0, 0, null],
      ['LABOR_WENIGER', 'Plan h1', '', '', null, null, null, 200],
    ]);
    expect(values(found)).toEqual({
      planNichtErbracht: 20,
      planNichtBerechnet: 100,
      planLaborWeniger: 200,
    });
  });
  it('count in the span in which they were finished', async () => {
    const april = { von: '2026-04-01', bis: '2026-04-30' };
    expect((await report(snapshot, 'leistungen/geplant', april)).rows).toEqual([]);
    const inserted = await report(
      snapshotFrom([
        patient('p'),
        plan('h', { abgerechnetAm: null, eingegliedertAm: '2026-04-02', status: 'EINGEGLIEDERT' }),
      ]),
      'leistungen/geplant',
      april,
    );
    expect([inserted.rows, inserted.hints]).toEqual([
      [],
      ['planGegenRechnung', 'planOhnePositionen'],
    ]);
  });
});

describe('services without laboratory', () => {
  const crown = (n: number, day: string, more: Record<string, PvsValue>): Row[] => [
    patient(`p${n}`),
    leistung(`c${n}`, `p${n}`, day, 50_000, { nr: '2210', zahn: '11', ...more }),
    leistung(`x${n}`, `p${n}`, day, 2000, { nr: '0010' }),
  ];
  const MARCH = { von: '2026-03-01', bis: '2026-03-31' };
  const past = (withLab: number, count = 10): Row[] =>
    Array.from({ length: count }, (_, n) =>
      crown(n, '2025-06-10', n < withLab ? { fremdlabor: 20_000 + n * 100 } : {}),
    ).flat();
  it('are those whose position had costs in four of five cases before', async () => {
    const found = await report(
      snapshotFrom([
        ...past(10),
        ...crown(50, '2026-03-02', {}),
        ...crown(51, '2026-03-03', { material: 500 }),
      ]),
      'leistungen/labor',
      MARCH,
    );
    // The median of 200.00 to 209.00 and of 5.00 for material.
    expect(only(found.rows, 'tag', 'patid', 'nr', 'zahn', 'ueblich')).toEqual([
      ['2026-03-02', 'p50', '2210', '11', 204],
    ]);
    expect(values(found)).toEqual({ ohneLabor: 1, ohneLaborWert: 204 });
  });
  it('are none where the own past knows no habit, or where a further row carries the costs', async () => {
    const seldom = await report(
      snapshotFrom([...past(6), ...crown(50, '2026-03-02', {})]),
      'leistungen/labor',
      MARCH,
    );
    expect([seldom.rows, seldom.hints]).toEqual([[], ['laborNieGeliefert']]);
    const onRow = await report(
      snapshotFrom([
        ...past(10),
        ...crown(50, '2026-03-02', {}),
        leistung('lab', 'p50', '2026-03-02', 20_000, {
          system: 'EIGEN',
          nr: 'LAB',
          fremdlabor: 20_000,
        }),
      ]),
      'leistungen/labor',
      MARCH,
    );
    expect(onRow.rows).toEqual([]);
  });
});
