/** Iterates over the chosen services by day of treatment. */
import type { RowSet } from '../row-set.ts';
import { lowerBound } from '../tables/sort-rows.ts';
import { matchesService, selectsEveryRow } from './matches.ts';
import { asksNothingElse, candidateRows, groupAt, groupListedRows } from './candidate-rows.ts';
import type { Selection } from '../selection.ts';

/** Iterates over the chosen services by day of treatment. */
export function forEachService(a: Selection, visit: (i: number) => void): void {
  const { from, to, rows, isComplete } = candidateRows(a, 'services');
  for (let k = from; k < to; k += 1) {
    const i = rows ? rows[k]! : k;
    if (isComplete || matchesService(a, i)) visit(i);
  }
}

/** Iterates over the chosen services from the newest one back until the callback stops it. */
export function forEachNewestService(a: Selection, visit: (i: number) => boolean): void {
  const { from, to, rows, isComplete } = candidateRows(a, 'services');
  for (let k = to - 1; k >= from; k -= 1) {
    const i = rows ? rows[k]! : k;
    if ((isComplete || matchesService(a, i)) && visit(i)) return;
  }
}

/**
 * Below this number, services are checked one by one instead of listing their kind for all days.
 */
const FEW_SERVICES = 4000;

/** Indexes that are more than one in this many services of the span count as many. */
const MANY = 4;

/** Iterates over the chosen services among given indexes. */
export function forEachServiceIn(a: Selection, rowSet: RowSet, visit: (i: number) => void): void {
  const all = selectsEveryRow(a);
  if (rowSet.includes && rowSet.isMemoised?.() === false) {
    const { day } = a.snapshot.services,
      from = lowerBound(day, a.from),
      end = lowerBound(day, a.to + 1);
    if (end - from < FEW_SERVICES) {
      for (let i = from; i < end; i += 1)
        if (rowSet.includes(i) && (all || matchesService(a, i))) visit(i);
      return;
    }
  }
  const { rows, days: day } = rowSet,
    from = lowerBound(day, a.from),
    to = lowerBound(day, a.to + 1);
  if (a.only && asksNothingElse(a, 'services')) {
    if (a.chosenMarks[a.only.by]![a.only.at] !== 1) return;
    const own = groupAt(groupListedRows(a.snapshot, 'services', rows, a.only.by), a.only.at),
      end = lowerBound(own, lowerBound(a.snapshot.services.day, a.to + 1));
    for (let g = lowerBound(own, lowerBound(a.snapshot.services.day, a.from)); g < end; g += 1)
      visit(own[g]!);
    return;
  }
  // Where the indexes are most of the services, the filter's own list is shorter.
  if (
    !all &&
    rowSet.includes &&
    (to - from) * MANY >
      lowerBound(a.snapshot.services.day, a.to + 1) - lowerBound(a.snapshot.services.day, a.from)
  ) {
    const { includes } = rowSet;
    forEachService(a, (i) => {
      if (includes(i)) visit(i);
    });
    return;
  }
  for (let k = from; k < to; k += 1) {
    const i = rows[k]!;
    if (all || matchesService(a, i)) visit(i);
  }
}
