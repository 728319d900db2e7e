// Key figures of billing: outcome of proposals, and fillings repeated within their warranty.

import { forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import type { Selection } from '../snapshot/selection.ts';
import type { RowSet } from '../snapshot/row-set.ts';
import { gather, lowerBound, sortOrder } from '../snapshot/tables/sort-rows.ts';
import { matchesPractitioner, matchesPatient } from '../snapshot/selection/matches.ts';
import type { Definition } from './sink.ts';
import { warrantyFillings } from './derived/repeated-fillings.ts';

const byDay = new WeakMap<NonNullable<Selection['proposals']>, RowSet>();
/** Returns the indexes of proposals by day; created once for all periods of a report. */
function positionsByDay(proposals: NonNullable<Selection['proposals']>): RowSet {
  let known = byDay.get(proposals);
  if (!known) {
    const days = Int32Array.from(proposals, ({ day }) => day),
      rows = sortOrder(days);
    byDay.set(proposals, (known = { rows, days: gather(days, rows) }));
  }
  return known;
}
export const proposalFigures: Readonly<Record<string, Definition>> = {
  vorschlagRealisiert(a, s) {
    if (!a.proposals) return;
    const { rows, days } = positionsByDay(a.proposals),
      end = lowerBound(days, a.to + 1);
    for (let k = lowerBound(days, a.from); k < end; k += 1) {
      const { pat, behandler, cents, isRealised } = a.proposals[rows[k]!]!;
      if (!matchesPractitioner(a, behandler) || !matchesPatient(a, pat)) continue;
      s.denominator('patient', pat, cents);
      if (isRealised) s.numerator('patient', pat, cents);
    }
  },
  gewaehrleistung(a, s) {
    const { rawRows } = a.snapshot.services,
      { all, repeated } = warrantyFillings(a.snapshot);
    forEachServiceIn(a, all, (i) => {
      s.denominator('leistung', rawRows[i]!, 1);
    });
    forEachServiceIn(a, repeated, (i) => {
      s.numerator('leistung', rawRows[i]!, 1);
    });
  },
};
