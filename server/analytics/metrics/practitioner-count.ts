/** Practitioners who count in a mean: those with a share of the revenue, not with a single service. */
import { narrowToPractitioner, type Selection } from '../snapshot/selection.ts';
import { forEachBooking } from '../snapshot/selection/walk-bookings.ts';
import { isKnown } from '../snapshot/unassigned.ts';
import { daySums } from './day-sums.ts';
import type { Definition } from './sink.ts';
import type { Measure } from './sum-store.ts';

/** A practitioner with less of the revenue would lower the mean of all by standing in once. */
const LEAST_SHARE = 0.01;

/** Cents of each practitioner: from the daily sums where they are stored. */
function centsByPractitioner(a: Selection, revenue: Measure): Float64Array {
  const { services, rawRows } = a.snapshot,
    cents = new Float64Array(rawRows.tables.behandler.count);
  for (let b = 0; b < cents.length; b += 1) {
    const kept = daySums(narrowToPractitioner(a, b), revenue);
    if (!kept) {
      cents.fill(0);
      forEachBooking(a, (i, share) => {
        if (services.behandler[i]! >= 0)
          cents[services.behandler[i]!]! += services.betrag[i]! * share;
      });
      return cents;
    }
    cents[b] = kept.numerator;
  }
  return cents;
}
/** Counts the practitioners with at least one per cent of what all of them earned. */
export const countPractitioners =
  (revenue: Measure): Definition =>
  (a, s) => {
    const cents = centsByPractitioner(a, revenue),
      least = cents.reduce((sum, own) => sum + own, 0) * LEAST_SHARE;
    cents.forEach((own, b) => {
      if (own > 0 && own >= least && isKnown(a.snapshot, 'behandler', b))
        s.denominator('behandler', b, 1);
    });
  };
