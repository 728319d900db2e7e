/** First visits of an image by the day on which a person became a patient. */
import { EMPTY } from '../../snapshot/calendar.ts';
import type { RowSet } from '../../snapshot/row-set.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { gather, growingList, lowerBound, sortOrder } from '../../snapshot/tables/sort-rows.ts';
import { memoise } from '../row-index.ts';

/**
 * Returns the day on which a person became a patient: the first delivered visit, or an earlier one
 * named in the record. It does not depend on the span.
 */
export function newOn({ visits, rawRows }: Snapshot, visit: number): number {
  const said = rawRows.tables.patient.columns['erstbesuch']![visits.pat[visit]!]!,
    first = visits.day[visit]!;
  return said === EMPTY ? first : Math.min(said, first);
}

/** Lists the first visit of each patient by that day. */
const firstVisits = (snapshot: Snapshot): RowSet =>
  memoise(snapshot, 'erste Besuche', () => {
    const { from } = snapshot.visits,
      found = growingList();
    for (let p = 0; p + 1 < from.length; p += 1) if (from[p]! < from[p + 1]!) found.take(from[p]!);
    const visits = found.list(),
      days = visits.map((b) => newOn(snapshot, b)),
      order = sortOrder(days);
    return { rows: gather(visits, order), days: gather(days, order) };
  });

/** Lists the first visits of the persons who became patients on days of a span, by patient. */
export function firstVisitsBetween(snapshot: Snapshot, from: number, to: number): Int32Array {
  const { rows, days } = firstVisits(snapshot);
  return rows.slice(lowerBound(days, from), lowerBound(days, to + 1)).sort();
}
