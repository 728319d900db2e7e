/** Money shared among practitioners, rooms, areas and positions adds up to the cent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REVENUE_BASES } from '../../shared/analytics/reports/report.ts';
import { SERVICE_AREAS } from '../../shared/analytics/deliveries/pvs-words.ts';
import {
  buildSelection,
  narrowToPractitioner,
  type Selection,
} from '../../server/analytics/snapshot/selection.ts';
import { chosenCents } from '../../server/analytics/snapshot/selection/invoice-matches.ts';
import { shareCents } from '../../server/analytics/snapshot/share-cents.ts';
import { sumsBy, totalOf } from '../../server/analytics/reports/revenue/revenue-sums.ts';
import { FILTER, practiceReport, seeds, snapshotOf } from './table-scan.ts';

const wholeCents = (euros: unknown): number => Math.round(Number(euros) * 100);
const byIndex = (x: number, y: number): boolean => x < y;

describe('shared cents', () => {
  it('are each within a cent of their exact share and add up, also for credit notes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.array(fc.integer({ min: -5_000, max: 500_000 }), { minLength: 1, maxLength: 12 }),
        (cents, weights) => {
          const total = weights.reduce((sum, one) => sum + one, 0),
            parts = shareCents(cents, Float64Array.from(weights), byIndex);
          expect(parts.reduce((sum, one) => sum + one, 0)).toBe(cents);
          if (total !== 0)
            for (const [k, part] of parts.entries())
              expect(Math.abs(part - (cents * weights[k]!) / total)).toBeLessThan(1);
        },
      ),
    );
    // The cent that is left goes to the largest remainder, of equal ones to the first.
    expect([...shareCents(100, Float64Array.of(1, 1, 1), byIndex)]).toEqual([34, 33, 33]);
    expect([...shareCents(101, Float64Array.of(1, 2, 3), byIndex)]).toEqual([17, 34, 50]);
  });

  it('make tables add up to the total by every way to date revenue', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.constantFrom(...REVENUE_BASES), async (seed, basis) => {
        const snapshot = snapshotOf(seed),
          filter = { ...FILTER, basis },
          a = buildSelection(snapshot, filter),
          all = totalOf(a);
        const { behandler, zimmer, bereich, nr } = snapshot.services;
        for (const column of [behandler, zimmer, bereich, nr])
          for (const part of ['umsatz', 'honorar', 'material', 'eigen', 'fremd'] as const)
            expect(
              [...sumsBy(a, column).values()].reduce((sum, one) => sum + Math.round(one[part]), 0),
            ).toBe(Math.round(all[part]));
        const weekdays = (await practiceReport(snapshot, 'umsatz/wochentag', filter)).rows;
        for (const part of ['umsatz', 'honorar'] as const)
          expect(weekdays.reduce((sum, row) => sum + wholeCents(row[part]), 0)).toBe(
            Math.round(all[part]),
          );
      }),
      { numRuns: 12 },
    );
  });

  it('of an invoice add up over practitioners, rooms and areas, for any amount', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: -99_999, max: 99_999 }), (seed, cents) => {
        const snapshot = snapshotOf(seed),
          a = buildSelection(snapshot, FILTER),
          { services, invoices } = snapshot;
        const parts: readonly (readonly [Int32Array | Int8Array, readonly Selection[]])[] = [
          [
            services.behandler,
            snapshot.rawRows.tables.behandler.ids.map((_id, at) => narrowToPractitioner(a, at)),
          ],
          [
            services.zimmer,
            snapshot.rawRows.tables.zimmer.ids.map((id) =>
              buildSelection(snapshot, { ...FILTER, zimmer: [id] }),
            ),
          ],
          [
            services.bereich,
            SERVICE_AREAS.map((bereich) =>
              buildSelection(snapshot, { ...FILTER, bereich: [bereich] }),
            ),
          ],
        ];
        for (const [column, selections] of parts)
          for (const at of invoices.live) {
            const { from, rows } = invoices.services,
              lines = rows.subarray(from[at], from[at + 1]);
            // Services without a room have no filter of their own.
            if (invoices.target[at] !== at || lines.length < 2 || lines.some((i) => column[i]! < 0))
              continue;
            expect(selections.reduce((sum, one) => sum + chosenCents(one, at, cents), 0)).toBe(
              cents,
            );
          }
      }),
      { numRuns: 8 },
    );
  });
});
