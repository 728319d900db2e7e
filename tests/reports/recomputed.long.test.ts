/**
 * Figures of a generated practice against sums over its delivered rows: plain loops written from the
 * definitions, nothing shared with the reports. For the practice, for one practitioner, by month.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../server/operations/demo/generate/generate.ts';
import { figureResult } from '../../server/analytics/metrics/compute.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import type { Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { FILTER } from './few-rows.ts';
import { receivedMoney } from './recomputed-payments.ts';
import { readDelivered, recompute, type Delivered } from './recomputed.ts';
import { practiceReport } from './table-scan.ts';

const TODAY = '2026-11-20';
type Span = readonly [string, string];
const SPANS: readonly Span[] = [
  ['2025-11-20', TODAY],
  ['2026-01-01', '2026-12-31'],
  ['2026-07-01', '2026-09-30'],
  ['2026-03-01', '2026-03-31'],
  ['2026-10-27', '2026-10-27'],
];
/** The months of the year up to today. */
const MONTHS = Array.from({ length: 11 }, (_, at): Span => {
  const month = String(at + 1).padStart(2, '0'),
    last = new Date(Date.UTC(2026, at + 1, 0)).getUTCDate();
  return [`2026-${month}-01`, `2026-${month}-${last}`];
});

describe('figures of a generated practice', () => {
  let snapshot: Snapshot, delivered: Delivered, practitioners: string[];
  beforeAll(() => {
    const raw = new RawData(),
      rows: Parameters<typeof readDelivered>[0] = [];
    let hash = 0;
    generate(
      { template: 'small', years: 1.2, seed: 9, today: TODAY },
      (entity, id, version, values, isDeleted) => {
        hash += 1;
        raw.take({ entity, id, version, hash, isDeleted, values });
        rows.push({ entity, id, version, isDeleted, values });
      },
    );
    snapshot = buildSnapshot(raw, dayNumberOf(TODAY));
    delivered = readDelivered(rows);
    practitioners = delivered.rows('behandler').map(({ id }) => String(id));
  });
  /** Compares every recomputed figure with the one of the reports. */
  const faults = ([von, bis]: Span, who: string): { wrong: unknown[]; known: number } => {
    const wrong: unknown[] = [],
      a = buildSelection(snapshot, { ...FILTER, von, bis, behandler: who === '' ? [] : [who] });
    let known = 0;
    for (const [key, expected] of Object.entries(recompute(delivered, [von, bis], who, TODAY))) {
      const { value } = figureResult(key, a);
      if (expected !== null) known += 1;
      // Sums to the cent, quotients to the digits that they are rounded to.
      const isSame =
        expected === null || value === null
          ? expected === value
          : Math.abs(expected - value) < (Math.abs(expected) <= 1 ? 0.000_051 : 0.005_01);
      if (!isSame) wrong.push({ key, von, bis, who, expected, value });
    }
    return { wrong, known };
  };

  it('equal sums over the delivered rows, for the practice and for each practitioner', () => {
    const wrong: unknown[] = [];
    let known = 0;
    for (const span of SPANS)
      for (const who of ['', ...practitioners]) {
        const found = faults(span, who);
        wrong.push(...found.wrong);
        known += found.known;
      }
    expect([wrong, known > 200]).toEqual([[], true]);
  });
  it('equal sums over the delivered rows in each month', () => {
    expect(MONTHS.flatMap((span) => faults(span, '').wrong)).toEqual([]);
  });
  it('by month and by practitioner add up to the sum of the year', async () => {
    const [von, bis] = ['2026-01-01', '2026-12-31'] as const,
      { umsatz, honorarumsatz } = recompute(delivered, [von, bis], '', TODAY),
      filter = { ...FILTER, von, bis };
    const sumOf = async (report: string, column: string): Promise<number> =>
      (await practiceReport(snapshot, report, filter)).rows.reduce(
        (sum, row) => sum + Number(row[column] ?? 0),
        0,
      );
    expect(await sumOf('umsatz/behandler', 'umsatz')).toBeCloseTo(umsatz!, 2);
    expect(await sumOf('umsatz/behandler', 'honorar')).toBeCloseTo(honorarumsatz!, 2);
    expect(await sumOf('umsatz/zeitreihe', 'umsatz')).toBeCloseTo(umsatz!, 2);
  });
  it('payments received equal the delivered payments, by month, kind and practitioner', async () => {
    const wrong: unknown[] = [],
      sums = new Map<string, number>();
    for (const who of ['', ...practitioners]) {
      const filter = {
        ...FILTER,
        von: '2026-01-01',
        bis: '2026-12-31',
        behandler: who === '' ? [] : [who],
        basis: 'zahlung' as const,
      };
      const { rows } = await practiceReport(snapshot, 'umsatz/zahlungseingang', filter),
        frozen = await practiceReport(snapshot, 'umsatz/steuerbuero', filter);
      for (const [at, [von, bis]] of MONTHS.entries()) {
        const { privat, kzv, factoring, ofServices } = receivedMoney(delivered, [von, bis], who),
          revenue = figureResult('umsatz', buildSelection(snapshot, { ...filter, von, bis })).value;
        sums.set(von, (sums.get(von) ?? 0) + (who === '' ? -1 : 1) * (privat + kzv + factoring));
        for (const found of [rows[at], frozen.rows[at]])
          for (const [key, expected] of Object.entries({ privat, kzv, factoring }))
            if (Math.abs(Number(found?.[key]) - expected) > 0.001)
              wrong.push({ von, who, key, expected, found: found?.[key] });
        if (Math.abs(Number(revenue) - ofServices) > 0.001)
          wrong.push({ von, who, key: 'umsatz', expected: ofServices, found: revenue });
      }
    }
    expect(wrong).toEqual([]);
    // All payments of the year, and those of its practitioners together.
    const { privat, kzv, factoring } = receivedMoney(delivered, ['2026-01-01', TODAY], '');
    expect([privat > 0, kzv > 0, factoring > 0]).toEqual([true, true, true]);
    expect([...sums.values()].every((rest) => Math.abs(rest) < 0.005)).toBe(true);
  });
});
