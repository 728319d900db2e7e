/** Rows of a filter against a full scan, for random practices, filters and periods. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import {
  buildSelection,
  narrowToPractitioner,
  narrowToWeekday,
  withPeriod,
} from '../../server/analytics/snapshot/selection.ts';
import { forEachAppointment } from '../../server/analytics/snapshot/selection/walk-appointments.ts';
import { forEachStretch } from '../../server/analytics/snapshot/selection/walk-bookings.ts';
import {
  forEachService,
  forEachNewestService,
} from '../../server/analytics/snapshot/selection/walk-services.ts';

import {
  FILTER,
  SPANS,
  allAppointments,
  allServices,
  filters,
  seeds,
  snapshotOf,
} from './table-scan.ts';

describe('filtered rows', () => {
  it('equal a full scan, for periods in any order, with and without filters', () => {
    let chosen = 0;
    fc.assert(
      fc.property(
        seeds,
        fc.array(filters, { minLength: 2, maxLength: 4 }),
        fc.array(fc.tuple(fc.constantFrom(...SPANS), fc.integer({ min: 0, max: 300 })), {
          minLength: 3,
          maxLength: 6,
        }),
        (seed, several, spans) => {
          const snapshot = snapshotOf(seed);
          for (const [span, less] of spans)
            for (const filter of several) {
              const whole = buildSelection(snapshot, { ...filter, von: span[0], bis: span[1] }),
                part = withPeriod(whole, Math.max(whole.from, whole.to - less), whole.to);
              for (const a of [
                whole,
                part,
                narrowToPractitioner(whole, 1),
                narrowToWeekday(part, 2),
                narrowToWeekday(narrowToPractitioner(whole, 0), 1),
              ]) {
                const l: number[] = [],
                  t: number[] = [],
                  back: number[] = [],
                  stretch: number[] = [];
                forEachService(a, (i) => {
                  l.push(i);
                });
                forEachAppointment(a, (i) => {
                  t.push(i);
                });
                forEachNewestService(a, (i) => {
                  back.push(i);
                  return false;
                });
                forEachStretch(a, (rows, _shares, from, to) => {
                  for (let k = from; k < to; k += 1) stretch.push(rows ? rows[k]! : k);
                });
                const plain = allServices(a);
                expect([l, t, back, stretch]).toEqual([
                  plain,
                  allAppointments(a),
                  plain.toReversed(),
                  plain,
                ]);
                if (plain.length > 0 && plain.length < snapshot.services.n) chosen += 1;
              }
            }
        },
      ),
      { numRuns: 12 },
    );
    expect(chosen).toBeGreaterThan(0);
  });

  it('of two filters that differ in one dimension are distinct, in each dimension', () => {
    const snapshot = snapshotOf(11),
      pairs: readonly (readonly [Partial<PracticeReportFilter>, Partial<PracticeReportFilter>])[] =
        [
          [{ zimmer: ['z1'] }, { zimmer: ['z2'] }],
          [{ behandler: ['b1'] }, { behandler: ['b2'] }],
          [{ behandler: ['b1', 'b2'] }, { behandler: ['b1', 'b3'] }],
          [{ stempel: ['s1'] }, { stempel: ['s2'] }],
          [{ versicherung: ['GKV'] }, { versicherung: ['PKV'] }],
          [{ bereich: ['KCH'] }, { bereich: ['ZE'] }],
          [{ terminart: ['ta1'] }, { terminart: ['ta2'] }],
          [{ termingruppe: ['PROPHYLAXE'] }, { termingruppe: ['KONTROLLE'] }],
        ];
    for (const pair of pairs) {
      const found = pair.map((choice) => {
        const a = buildSelection(snapshot, { ...FILTER, ...choice }),
          l: number[] = [],
          t: number[] = [];
        forEachService(a, (i) => {
          l.push(i);
        });
        forEachAppointment(a, (i) => {
          t.push(i);
        });
        expect([l, t]).toEqual([allServices(a), allAppointments(a)]);
        return l.join(' ');
      });
      expect(found[0]).not.toBe(found[1]);
    }
    const days = [0, 1].map((day) => {
      const a = narrowToWeekday(buildSelection(snapshot, { ...FILTER, zimmer: ['z1'] }), day),
        l: number[] = [];
      forEachService(a, (i) => {
        l.push(i);
      });
      expect(l).toEqual(allServices(a));
      return l.join(' ');
    });
    expect(days[0]).not.toBe(days[1]);
  });

  it('a walk from the newest row back ends when it has enough', () => {
    const snapshot = snapshotOf(7),
      a = buildSelection(snapshot, FILTER),
      found: number[] = [];
    forEachNewestService(a, (i) => {
      found.push(i);
      return found.length === 3;
    });
    expect(found).toEqual(allServices(a).toReversed().slice(0, 3));
  });
});
