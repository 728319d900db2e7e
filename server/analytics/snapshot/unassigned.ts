/**
 * Rows without a known practitioner, room, team, stamp, kind of appointment or insurance: the part
 * that completes all others.
 */
import { LIVE } from './tables/column-table.ts';
import type { Snapshot } from './snapshot.ts';

/** Tables whose rows others refer to. */
export type Assigned = 'behandler' | 'zimmer' | 'teams' | 'stempel' | 'terminarten';

/** Value behind the marks of all indexes that chooses the rows without an index. */
export const NO_INDEX = 2;

/**
 * Checks whether the row that an index stands for was delivered and not deleted. Where the whole
 * list is missing, every id stands for itself.
 */
export const isKnown = (
  { rawRows, live }: Snapshot,
  entity: 'behandler' | 'zimmer',
  at: number,
): boolean =>
  at >= 0 && (rawRows.tables[entity].rowState[at] === LIVE || live[entity].length === 0);

/** Checks whether marks choose the rows without an index. */
export const choosesUnassigned = (marks: Uint8Array | undefined): boolean =>
  marks !== undefined && marks[marks.length - 1] === NO_INDEX;

/** Adds the unknown indexes, and the rows without one, to marks. */
export function withUnassigned(
  { rawRows }: Snapshot,
  entity: Assigned,
  marks: Uint8Array,
): Uint8Array {
  const { rowState } = rawRows.tables[entity],
    isEmpty = !rowState.subarray(0, marks.length).includes(LIVE),
    both = new Uint8Array(marks.length + 1);
  for (let at = 0; at < marks.length; at += 1)
    both[at] = marks[at] === 1 || (!isEmpty && rowState[at] !== LIVE) ? 1 : 0;
  both[marks.length] = NO_INDEX;
  return both;
}
