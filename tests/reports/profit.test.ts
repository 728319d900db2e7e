/** Costs, contribution and break-even: exact in cents, with parts that add up to the practice. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costProblem } from '../../shared/analytics/reports/cost.schema.ts';
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { buildSelection, type Selection } from '../../server/analytics/snapshot/selection.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import type { Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import type { StoredCost } from '../../server/analytics/snapshot/store.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { figureResult } from '../../server/analytics/metrics/compute.ts';
import type { Part } from '../../server/analytics/reports/report-kind.ts';
import { profitReports } from '../../server/analytics/reports/profit/profit-reports.ts';
import { KEYWORDS, buildPractice } from './random-practice.ts';
import { TODAY as RANDOM_TODAY } from './random-practice/draw.ts';
import { FILTER, leistung, patient, snapshotFrom, termin, type Row } from './few-rows.ts';
import { reference } from './reference.ts';
import { FILTER as WHOLE, SPANS } from './table-scan.ts';

const cost = (id: string, cents: number, more: Partial<StoredCost> = {}): StoredCost => ({
  id,
  centre: 'PRAXIS',
  target: '',
  name: id,
  cents,
  per: 'MONAT',
  validFrom: '2026-01-01',
  validTo: null,
  ...more,
});
const MARCH = { von: '2026-03-01', bis: '2026-03-31' };
const selectionOf = (
  snapshot: Snapshot,
  costs: readonly StoredCost[],
  filter: Partial<PracticeReportFilter> = MARCH,
): Selection => ({ ...buildSelection(snapshot, { ...FILTER, ...filter }), costs });
const valueOf = (key: string, a: Selection): number | null => figureResult(key, a).value;
const report = async (
  path: string,
  a: Selection,
  extra: Record<string, string> = {},
): Promise<Part> => profitReports[path]!({ a, filter: a.filter, extra } as never);
const hours = (id: string, datum: string, behandler: string, zimmer: string): Row => [
  'arbeitszeit',
  id,
  { behandler, zimmer, datum, von: 480, bis: 960, typ: 'BEHANDLUNG' },
];
const rows: readonly Row[] = [
  patient('p1'),
  ['behandler', 'b1', { name: 'Ada' }],
  ['behandler', 'b2', { name: 'Bob' }],
  ['zimmer', 'z1', { name: 'Eins' }],
  ['zimmer', 'z2', { name: 'Zwei' }],
  hours('h1', '2026-03-02', 'b1', 'z1'),
  hours('h2', '2026-03-03', 'b2', 'z2'),
  leistung('1', 'p1', '2026-03-02', 200_000, { zimmer: 'z1', bereich: 'KCH' }),
  leistung('2', 'p1', '2026-03-03', 100_000, { behandler: 'b2', zimmer: 'z2', bereich: 'ZE' }),
  leistung('3', 'p1', '2026-03-16', 60_000, {
    honorar: 40_000,
    fremdlabor: 20_000,
    behandler: 'b2',
    zimmer: 'z2',
    bereich: 'ZE',
  }),
  termin('t', 'p1', '2026-11-20T09:00:00Z', 'WAHRGENOMMEN'),
];
const snapshot = snapshotFrom(rows);
const RENT = cost('Miete', 100_001),
  WAGE = cost('Gehalt Bob', 50_000, { centre: 'BEHANDLER', target: 'b2' }),
  CHAIR = cost('Stuhl', 10_000, { centre: 'ZIMMER', target: 'z1' }),
  HELP = cost('Assistenz', 2_000, { per: 'STUNDE' }),
  COSTS = [RENT, WAGE, CHAIR, HELP];

describe('costs', () => {
  it('of a month are exact, and parts of a month add up to it', () => {
    expect(valueOf('praxiskosten', selectionOf(snapshot, [RENT]))).toBe(1_000.01);
    const parts = [
      ['2026-03-01', '2026-03-10'],
      ['2026-03-11', '2026-03-11'],
      ['2026-03-12', '2026-03-31'],
    ].map(([von, bis]) => valueOf('praxiskosten', selectionOf(snapshot, [RENT], { von, bis }))!);
    expect(parts.reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(100_001);
  });
  it('an hour count each available hour, and end with their last day', () => {
    expect(valueOf('praxiskosten', selectionOf(snapshot, [HELP]))).toBe(320);
    const ended = cost('Assistenz', 2_000, { per: 'STUNDE', validTo: '2026-03-02' });
    expect(valueOf('praxiskosten', selectionOf(snapshot, [RENT, ended]))).toBe(1_160.01);
  });
  it('are unknown where a day has no entry, or no working hours were delivered', () => {
    const late = [cost('Miete', 100_000, { validFrom: '2026-03-02' })],
      gap = [
        cost('Miete', 100_000, { validTo: '2026-03-10' }),
        cost('Neue Miete', 100_000, { validFrom: '2026-03-12' }),
      ];
    for (const costs of [[], late, gap])
      for (const key of ['praxiskosten', 'deckungsbeitrag', 'gewinnschwelle'])
        expect([key, valueOf(key, selectionOf(snapshot, costs))]).toEqual([key, null]);
    const bare = snapshotFrom(rows.filter(([entity]) => entity !== 'arbeitszeit'));
    expect(valueOf('praxiskosten', selectionOf(bare, [RENT, HELP]))).toBeNull();
    expect(valueOf('praxiskosten', selectionOf(bare, [RENT]))).toBe(1_000.01);
  });
  it('and what they leave are counted up to the last day with data', () => {
    const year = { von: '2026-03-01', bis: '2026-12-31' },
      until = { von: '2026-03-01', bis: '2026-11-20' };
    expect(valueOf('praxiskosten', selectionOf(snapshot, [RENT], year))).toBe(
      valueOf('praxiskosten', selectionOf(snapshot, [RENT], until)),
    );
  });
  it('are checked for their centre and days', () => {
    expect([
      costProblem(RENT),
      costProblem({ ...RENT, target: 'x' }),
      costProblem({ ...WAGE, target: '' }),
      costProblem({ ...RENT, centre: 'BEREICH', target: 'XX' }),
      costProblem({ ...HELP, centre: 'BEREICH', target: 'ZE' }),
      costProblem({ ...RENT, validTo: '2025-12-31' }),
    ]).toEqual([undefined, 'target', 'target', 'target', 'per', 'validTo']);
  });
});

describe('contribution', () => {
  it('is revenue less external laboratory less costs, under no filter of a part', () => {
    // 3600 − 200 − (1000.01 + 500 + 100 + 320)
    expect(valueOf('deckungsbeitrag', selectionOf(snapshot, COSTS))).toBe(1_479.99);
    const part = selectionOf(snapshot, COSTS, { ...MARCH, behandler: ['b1'] });
    expect(valueOf('deckungsbeitrag', part)).toBeNull();
  });
  it('of practitioners has their own costs, and shares of all others by fees', async () => {
    const { rows: found } = await report('gewinn/behandler', selectionOf(snapshot, COSTS));
    // Fees are 2000 and 1400: of the rent 588.24 and 411.77, of the help 188.24 and 131.76.
    expect(
      found.map((row) => [
        row['behandler'],
        row['kostenFest'],
        row['kostenStunde'],
        row['deckungsbeitrag'],
      ]),
    ).toEqual([
      ['Ada', 688.24, 188.24, 1_123.52],
      ['Bob', 911.77, 131.76, 356.47],
    ]);
  });
  it('of each part opens to lines that add up to it', async () => {
    const a = selectionOf(snapshot, COSTS);
    for (const path of ['gewinn/behandler', 'gewinn/zimmer', 'gewinn/bereiche'])
      for (const row of (await report(path, a)).rows) {
        const lines = (await report('gewinn/kosten', a, { teil: String(row['id']) })).rows;
        expect(
          lines.reduce((sum, line) => sum + Math.round(Number(line['imZeitraum']) * 100), 0),
        ).toBe(Math.round(Number(row['deckungsbeitrag']) * 100));
      }
  });
  it('shows revenue and the reason without costs', async () => {
    const { rows: found, hints } = await report('gewinn/zimmer', selectionOf(snapshot, []));
    expect(found.map((row) => [row['umsatz'], row['kostenFest'], row['deckungsbeitrag']])).toEqual([
      [2_000, null, null],
      [1_600, null, null],
    ]);
    expect(hints).toEqual(['kostenKeine']);
  });
});

describe('break-even', () => {
  it('counts hours that pay the monthly costs, and names the day', async () => {
    const a = selectionOf(snapshot, COSTS, { ...MARCH, gruppierung: 'WOCHE' });
    // 1600.01 by (3400 − 320) / 16 hours
    expect(valueOf('gewinnschwelle', a)).toBe(8.31);
    const { rows: found, hints } = await report('gewinn/schwelle', a);
    expect(found.map((row) => row['schwelle']).filter(Boolean)).toEqual(['2026-03-02']);
    expect(found.at(-1)).toMatchObject({ umsatzKumuliert: 3_600, kostenKumuliert: 2_120.01 });
    expect(hints).not.toContain('schwelleOffen');
  });
  it('says that it is not reached', async () => {
    const a = selectionOf(snapshot, [cost('Miete', 1_000_000)]),
      { rows: found, hints } = await report('gewinn/schwelle', a);
    expect(found.every((row) => row['schwelle'] === null)).toBe(true);
    expect(hints).toContain('schwelleOffen');
  });
});

const costs: fc.Arbitrary<StoredCost[]> = fc.array(
  fc
    .record({
      cents: fc.integer({ min: 1, max: 3_000_000 }),
      centre: fc.constantFrom(
        ['PRAXIS', ''] as const,
        ['BEHANDLER', 'b1'] as const,
        ['BEHANDLER', 'nobody'] as const,
        ['ZIMMER', 'z1'] as const,
        ['BEREICH', 'ZE'] as const,
      ),
      isHourly: fc.boolean(),
      validFrom: fc.constantFrom('2020-01-01', '2025-06-15'),
      validTo: fc.constantFrom(null, null, '2026-02-20'),
    })
    .map(({ cents, centre: [centre, target], isHourly, ...days }) => ({
      ...days,
      id: '',
      name: 'K',
      cents,
      centre,
      target,
      per: isHourly && centre !== 'BEREICH' ? ('STUNDE' as const) : ('MONAT' as const),
    })),
  { minLength: 1, maxLength: 5 },
);
describe('any practice with any costs', () => {
  it('has the figures of a plain reference, and parts that add up to them', async () => {
    let known = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(...SPANS),
        fc.constantFrom('leistung' as const, 'rechnung' as const),
        costs,
        async (seed, [von, bis], basis, drawn) => {
          const given = drawn.map((one, at) => ({ ...one, id: `k${at}` })),
            raw = buildPractice(seed),
            rawRows = new RawData();
          for (const row of raw) rawRows.take(row);
          const image = buildSnapshot(rawRows, dayNumberOf(RANDOM_TODAY), {
              rowGroups: new Map(),
              keywords: KEYWORDS,
            }),
            filter = { ...WHOLE, von, bis, basis },
            a = { ...buildSelection(image, filter), costs: given },
            expected = reference(raw, filter, KEYWORDS, given);
          for (const key of ['fremdlabor', 'praxiskosten', 'deckungsbeitrag', 'gewinnschwelle'])
            expect([key, valueOf(key, a)]).toEqual([key, expected[key]!.wert]);
          const whole = valueOf('deckungsbeitrag', a);
          if (whole === null) return;
          known += 1;
          for (const path of ['gewinn/behandler', 'gewinn/zimmer', 'gewinn/bereiche']) {
            const { rows: parts } = await report(path, a);
            const sum = (key: string): number =>
              parts.reduce((cents, row) => cents + Math.round(Number(row[key]) * 100), 0);
            expect([path, sum('deckungsbeitrag')]).toEqual([path, Math.round(whole * 100)]);
          }
        },
      ),
      { numRuns: 15 },
    );
    expect(known).toBeGreaterThan(2);
  });
});
