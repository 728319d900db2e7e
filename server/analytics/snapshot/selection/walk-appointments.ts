/** Iterates over the chosen appointments and working hours. */
import { lowerBound } from '../tables/sort-rows.ts';
import { matchesAppointment, matchesHours } from './matches.ts';
import { candidateRows, countOfKind, groupAt, groupsOfColumn } from './candidate-rows.ts';
import type { Selection } from '../selection.ts';

/** Iterates over the chosen appointments of the days of the span. */
export function forEachAppointment(a: Selection, visit: (i: number) => void): void {
  const { from, to, rows, isComplete } = candidateRows(a, 'appointments');
  for (let k = from; k < to; k += 1) {
    const i = rows ? rows[k]! : k;
    if (isComplete || matchesAppointment(a, i)) visit(i);
  }
}

/** Iterates over the chosen rows of working hours. */
export function forEachHours(a: Selection, visit: (i: number) => void): void {
  const { day, behandler } = a.snapshot.workingHours,
    rows =
      a.only?.by === 'behandler'
        ? groupAt(groupsOfColumn(behandler, countOfKind(a.snapshot, 'behandler')), a.only.at)
        : undefined;
  const since = lowerBound(day, a.from),
    until = lowerBound(day, a.to + 1),
    from = rows ? lowerBound(rows, since) : since,
    to = rows ? lowerBound(rows, until) : until;
  for (let k = from; k < to; k += 1) {
    const i = rows ? rows[k]! : k;
    if (matchesHours(a, i)) visit(i);
  }
}
