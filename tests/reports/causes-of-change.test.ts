/** Why revenue changed: calendar, volume, mix and price, against sums worked out by hand and apart. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellValue, PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import type { Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { roundTogether } from '../../server/analytics/reports/revenue/change-causes.ts';
import { FILTER as YEAR, leistung, patient, snapshotFrom, type Row } from './few-rows.ts';
import { filters, practiceReport, seeds, snapshotOf } from './table-scan.ts';

/** March 2026 has 22 working days, February 20. */
const MARCH = { ...YEAR, von: '2026-03-01', bis: '2026-03-31' },
  FEBRUARY = ['2026-02-01', '2026-02-28'] as const;
type Cells = Readonly<Record<string, CellValue>>;
async function rowsOf(
  snapshot: Snapshot,
  path: string,
  filter: PracticeReportFilter,
  [von, bis]: readonly [string, string],
  extra: Readonly<Record<string, string>> = {},
): Promise<readonly Cells[]> {
  const before = buildSelection(snapshot, { ...filter, von, bis });
  return (await practiceReport(snapshot, path, filter, before, extra)).rows;
}
const causesOf = (row: Cells | undefined): CellValue[] =>
  ['vorher', 'jetzt', 'differenz', 'kalender', 'menge', 'mix', 'preis'].map((key) => row![key]!);
const several = (
  count: number,
  day: string,
  cents: number,
  more: Parameters<typeof leistung>[4] = {},
): Row[] =>
  Array.from({ length: count }, (_, at) =>
    leistung(`${day} ${cents} ${JSON.stringify(more)} ${at}`, 'p1', day, cents, more),
  );
const PEOPLE: Row[] = [
  patient('p1'),
  ['behandler', 'b1', { name: 'Ada' }],
  ['behandler', 'b2', { name: 'Bob' }],
];

describe('the change of revenue', () => {
  it('by calendar, volume, mix and price equals the sums worked out by hand', async () => {
    // February has 20 working days, March has 22. Ten services of 100 € and ten of 200 € became
    // twelve of 110 € and twelve of 200 €.
    const snapshot = snapshotFrom([
      ...PEOPLE,
      ...several(10, '2026-02-02', 10_000),
      ...several(10, '2026-02-03', 20_000, { nr: '2080' }),
      ...several(6, '2026-03-02', 11_000),
      ...several(18, '2026-03-03', 20_000, { nr: '2080' }),
    ]);
    const [whole] = await rowsOf(snapshot, 'umsatz/ursachen', MARCH, FEBRUARY);
    // Calendar: 3000 € × 22/20. Volume: 3000 € × 24/20 less that. Mix: 6 × 100 € and 18 × 200 € less
    // 3600 €. Price: 6 × 10 €.
    expect(causesOf(whole)).toEqual([3000, 4260, 1260, 300, 300, 600, 60]);
    const rows = await rowsOf(snapshot, 'umsatz/ursachen/positionen', MARCH, FEBRUARY);
    expect(rows.map((row) => [row['nr'], ...causesOf(row)])).toEqual([
      ['2080', 2000, 3600, 1600, 200, 200, 1200, 0],
      ['2060', 1000, 660, -340, 100, 100, -600, 60],
    ]);
  });
  it('of someone who is new or has left is volume, after the calendar', async () => {
    const snapshot = snapshotFrom([
      ...PEOPLE,
      ...several(4, '2026-02-02', 10_000),
      ...several(3, '2026-03-02', 15_000, { behandler: 'b2' }),
    ]);
    const rows = await rowsOf(snapshot, 'umsatz/ursachen', MARCH, FEBRUARY);
    expect(rows.map((row) => [row['behandler'], ...causesOf(row)])).toEqual([
      ['Bob', 0, 450, 450, 0, 450, 0, 0],
      ['Ada', 400, 0, -400, 40, -440, 0, 0],
    ]);
  });
  it('of a new position is mix, and of parts of a cent the causes still add up', async () => {
    const snapshot = snapshotFrom([
      ...PEOPLE,
      ...several(3, '2026-02-02', 3333),
      ...several(1, '2026-03-02', 3334),
      ...several(1, '2026-03-03', 777, { nr: '0010' }),
    ]);
    const rows = await rowsOf(snapshot, 'umsatz/ursachen/positionen', MARCH, FEBRUARY);
    expect(rows.map((row) => [row['nr'], ...causesOf(row)])).toEqual([
      ['2060', 99.99, 33.34, -66.65, 10, -43.33, -33.33, 0.01],
      ['0010', 0, 7.77, 7.77, 0, 0, 7.77, 0],
    ]);
  });
  it('opens to the services of the position, and a practitioner to the same causes', async () => {
    const snapshot = snapshotFrom([
      ...PEOPLE,
      ...several(2, '2026-02-02', 10_000),
      ...several(3, '2026-03-02', 12_000),
      ...several(2, '2026-03-02', 9000, { system: 'BEMA', nr: '2060' }),
      ...several(1, '2026-03-02', 50_000, { behandler: 'b2' }),
    ]);
    const rows = await rowsOf(snapshot, 'umsatz/ursachen/positionen', MARCH, FEBRUARY);
    expect(rows.map((row) => [row['id'], row['jetzt']])).toEqual([
      ['GOZ 2060', 860],
      ['BEMA 2060', 180],
    ]);
    for (const row of rows) {
      const services = await rowsOf(snapshot, 'leistungen', MARCH, FEBRUARY, {
        position: String(row['id']),
      });
      expect(services.reduce((sum, one) => sum + Number(one['betrag']), 0)).toBe(row['jetzt']);
    }
    const [ada] = (await rowsOf(snapshot, 'umsatz/ursachen', MARCH, FEBRUARY)).filter(
        (row) => row['id'] === 'b1',
      ),
      own = { ...MARCH, behandler: ['b1'] };
    const [alone] = await rowsOf(snapshot, 'umsatz/ursachen', own, FEBRUARY);
    expect(causesOf(alone)).toEqual(causesOf(ada));
  });
  it('has no causes without a comparison', async () => {
    const snapshot = snapshotFrom([...PEOPLE, ...several(1, '2026-03-02', 100)]),
      found = await practiceReport(snapshot, 'umsatz/ursachen', MARCH);
    expect([found.rows, found.hints]).toEqual([[], ['ohneVergleich']]);
  });
  it('adds up in every row, under every filter and measure, and to the revenue of both spans', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        filters,
        fc.constantFrom('leistung', 'rechnung', 'zahlung'),
        fc.constantFrom('umsatz', 'honorar'),
        async (seed, filter, basis, kennzahl) => {
          const snapshot = snapshotOf(seed),
            asked = { ...filter, basis, kennzahl } as PracticeReportFilter,
            before = ['2024-03-01', '2025-06-30'] as const;
          const totals = [];
          for (const path of ['umsatz/ursachen', 'umsatz/ursachen/positionen']) {
            const rows = await rowsOf(snapshot, path, asked, before);
            const total = [0, 0, 0, 0, 0, 0, 0];
            for (const row of rows) {
              const cents = causesOf(row).map((euros) => Math.round(Number(euros) * 100)),
                [then, now, change, ...causes] = cents;
              expect([now! - then!, causes.reduce((sum, x) => sum + x, 0)]).toEqual([
                change,
                change,
              ]);
              cents.forEach((x, at) => {
                total[at]! += x;
              });
            }
            totals.push(total);
          }
          expect(totals[0]).toEqual(totals[1]);
          if (basis !== 'leistung') return;
          const sum = async (von: string, bis: string): Promise<number> =>
            (
              await practiceReport(snapshot, 'umsatz/behandler', { ...asked, von, bis })
            ).rows.reduce((all, row) => all + Math.round(Number(row[kennzahl]) * 100), 0);
          expect(totals[0]!.slice(0, 2)).toEqual([
            await sum(...before),
            await sum(asked.von, asked.bis),
          ]);
        },
      ),
      { numRuns: 25 },
    );
  });
  it('rounds parts of a cent together to their whole', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true })), (numbers) => {
        const whole = Math.round(numbers.reduce((sum, x) => sum + x, 0)),
          rounded = roundTogether(numbers, whole);
        expect(rounded.reduce((sum, x) => sum + x, 0) - whole).toBe(0);
        expect(rounded.every((x, at) => Math.abs(x - numbers[at]!) <= 1)).toBe(true);
      }),
    );
  });
});
