/** A table sorted by day that changed rows are merged into. */
import type { ColumnSequence } from '../tables/merge-rows.ts';
import {
  type Columns,
  type Stretches,
  partitionPoint,
  stretchesOf,
  unchangedUntil,
} from '../tables/merge-rows.ts';
import type { RowGroups } from '../tables/sort-rows.ts';

/** A table by day, and the index of each raw row in it. */
export interface OrderedTable<T extends Columns> {
  sequence: ColumnSequence<T>;
  placeOf: Int32Array;
  byPatient: RowGroups;
}

/** Above this share of all rows a full rebuild is as fast. */
const MANY = 0.05;

/**
 * Lists the raw rows that are new, changed, removed or of a changed person; undefined where they
 * are too many.
 */
export function changedRows(
  changed: ReadonlySet<number>,
  patients: ReadonlySet<number>,
  { sequence, byPatient: noGroups }: OrderedTable<Columns & { rawRows: Int32Array }>,
): number[] | undefined {
  const all = new Set(changed),
    { rawRows } = sequence.current;
  for (const p of patients)
    if (p + 1 < noGroups.from.length)
      for (let g = noGroups.from[p]!; g < noGroups.from[p + 1]!; g += 1)
        all.add(rawRows[noGroups.rows[g]!]!);
  return all.size > MANY * rawRows.length + 1000 ? undefined : [...all].sort((a, b) => a - b);
}

/** Returns the index of each raw row. */
export function rowPlaces(rawRows: Int32Array, size: number): Int32Array {
  const placeOf = new Int32Array(size).fill(-1);
  for (let i = 0; i < rawRows.length; i += 1) placeOf[rawRows[i]!] = i;
  return placeOf;
}

export interface FollowedRows {
  stretches: Stretches;
  /** Patients with added, changed or removed rows. */
  patients: number[];
}

/**
 * Merges changed rows into their table.
 * @param more the changed rows that count, by day; `comesBefore(i, j)`: whether row `i` of the old
 * table precedes row `j` of these
 */
export function updateTable<T extends Columns & { rawRows: Int32Array; pat: Int32Array }>(
  orderedRows: OrderedTable<T>,
  changed: readonly number[],
  more: T,
  comesBefore: (old: T, i: number, j: number) => boolean,
  size: number,
  mayOverwrite: boolean,
): FollowedRows {
  const { sequence } = orderedRows,
    old = sequence.current,
    removed = changed
      .flatMap((raw) =>
        raw < orderedRows.placeOf.length && orderedRows.placeOf[raw]! >= 0
          ? [orderedRows.placeOf[raw]!]
          : [],
      )
      .sort((a, b) => a - b),
    previous = Array.from(more.rawRows, (_, j) =>
      partitionPoint(old.rawRows.length, (i) => comesBefore(old, i, j)),
    );
  const stretches = stretchesOf(old.rawRows.length, removed, previous),
    patients = [...removed.map((i) => old.pat[i]!), ...more.pat];
  for (const i of removed) orderedRows.placeOf[old.rawRows[i]!] = -1;
  const { rawRows } = sequence.sequence(more, stretches, mayOverwrite);
  if (orderedRows.placeOf.length < size) {
    const wider = new Int32Array(size + Math.ceil(size / 50)).fill(-1);
    wider.set(orderedRows.placeOf);
    orderedRows.placeOf = wider;
  }
  for (let i = unchangedUntil(stretches); i < rawRows.length; i += 1)
    orderedRows.placeOf[rawRows[i]!] = i;
  return { stretches, patients };
}
