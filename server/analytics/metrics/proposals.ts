// Key figures of billing: outcome of proposals, and fillings repeated within their warranty.

import { forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import type { Selection } from '../snapshot/selection.ts';
import { gather, lowerBound, sortOrder } from '../snapshot/tables/sort-rows.ts';
import { matchesPractitioner, matchesPatient } from '../snapshot/selection/matches.ts';
import type { Definition } from './sink.ts';
import { warrantyFillings } from './derived/repeated-fillings.ts';

/** Forgotten positions in columns, by day. */
interface PositionColumns {
  readonly days: Int32Array;
  readonly pats: Int32Array;
  readonly practitioners: Int32Array;
  readonly cents: Float64Array;
  readonly realised: Uint8Array;
}
const columnsOf = new WeakMap<NonNullable<Selection['proposals']>, PositionColumns>();
/** Returns the columns of proposals; created once for all periods of a report. */
function positionColumns(proposals: NonNullable<Selection['proposals']>): PositionColumns {
  const known = columnsOf.get(proposals);
  if (known) return known;
  const n = proposals.length,
    unsorted = new Int32Array(n);
  for (let at = 0; at < n; at += 1) unsorted[at] = proposals[at]!.day;
  const order = sortOrder(unsorted),
    made: PositionColumns = {
      days: gather(unsorted, order),
      pats: new Int32Array(n),
      practitioners: new Int32Array(n),
      cents: new Float64Array(n),
      realised: new Uint8Array(n),
    };
  for (let k = 0; k < n; k += 1) {
    const { pat, behandler, cents, isRealised } = proposals[order[k]!]!;
    made.pats[k] = pat;
    made.practitioners[k] = behandler;
    made.cents[k] = cents;
    made.realised[k] = isRealised ? 1 : 0;
  }
  columnsOf.set(proposals, made);
  return made;
}
/** Iterates over the chosen proposals of the span. */
function forEachPosition(
  a: Selection,
  visit: (pat: number, cents: number, isRealised: boolean) => void,
): void {
  if (!a.proposals) return;
  const { days, pats, practitioners, cents, realised } = positionColumns(a.proposals),
    end = lowerBound(days, a.to + 1);
  for (let k = lowerBound(days, a.from); k < end; k += 1)
    if (matchesPractitioner(a, practitioners[k]!) && matchesPatient(a, pats[k]!))
      visit(pats[k]!, cents[k]!, realised[k] === 1);
}
export const proposalFigures: Readonly<Record<string, Definition>> = {
  vorschlagRealisiert(a, s) {
    forEachPosition(a, (pat, cents, isRealised) => {
      s.denominator('patient', pat, cents);
      if (isRealised) s.numerator('patient', pat, cents);
    });
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
