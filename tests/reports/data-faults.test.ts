/** Faulty rows counted by day equal those that the checks find row by row. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PVS_ENTITIES } from '../../shared/analytics/deliveries/pvs.ts';
import { DATA_CHECKS } from '../../shared/analytics/reports/data-checks.ts';
import { bitsOf, countFaults, judgeOf } from '../../server/analytics/reports/data-faults.ts';
import { dayOfRow } from '../../server/analytics/reports/page.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf, EMPTY } from '../../server/analytics/snapshot/calendar.ts';
import { RawData, type RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { createRandom, shuffledRows } from './random.ts';
import { TODAY } from './random-practice/draw.ts';
import { buildPractice } from './random-practice.ts';

const SPANS = [
  ['2025-01-01', '2026-12-31'],
  ['2026-03-01', '2026-03-31'],
  ['2026-05-04', '2026-05-04'],
] as const;

it('a check needs one bit of the faults of its entity', () => {
  for (const entity of PVS_ENTITIES)
    expect(DATA_CHECKS.filter((check) => check.entity === entity).length).toBeLessThanOrEqual(31);
});

it('faults by day equal a look at every row, also after corrections and deletions', () => {
  let faulty = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const random = createRandom(seed + 3),
        rows = shuffledRows(buildPractice(seed), random),
        later = rows
          .filter(() => random() < 0.1)
          .map((row): RawRow => ({
            ...row,
            version: row.version + 1,
            isDeleted: random() < 0.3,
            values: { ...row.values, behandler: null, rechnungId: 'nowhere' },
          })),
        raw = new RawData();
      for (const delivery of [rows, later]) {
        for (const row of delivery) raw.take(row);
        const snapshot = buildSnapshot(raw, dayNumberOf(TODAY));
        for (const entity of PVS_ENTITIES) {
          const checks = DATA_CHECKS.filter((check) => check.entity === entity),
            judges = checks.map((check) => judgeOf(snapshot, check)),
            dayOf = dayOfRow(snapshot, entity);
          for (const [von, bis] of SPANS) {
            const [from, to] = [dayNumberOf(von), dayNumberOf(bis)],
              inSpan = [...raw.live(entity)].filter(
                (at) => dayOf(at) === EMPTY || (dayOf(at) >= from && dayOf(at) <= to),
              ),
              counts = countFaults(snapshot, entity, from, to),
              countOf = (bits: number): number =>
                counts.reduce((sum, one) => sum + ((one.bits & bits) === 0 ? 0 : one.count), 0);
            expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(inSpan.length);
            checks.forEach((check, k) => {
              const meant = inSpan.filter((at) => judges[k]!(at) === 'meant').length;
              faulty += meant;
              expect([check.key, countOf(bitsOf(entity, [check]))]).toEqual([check.key, meant]);
            });
            expect(countOf(bitsOf(entity, checks))).toBe(
              inSpan.filter((at) => judges.some((judge) => judge(at) === 'meant')).length,
            );
          }
        }
      }
    }),
    { numRuns: 8 },
  );
  expect(faulty).toBeGreaterThan(100);
});
