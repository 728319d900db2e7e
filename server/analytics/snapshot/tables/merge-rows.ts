// Merges sorted retained rows and added rows into one table: rows before the first change are not
// touched, so that one day's rows cost little compared with years of rows.

export type Column = Int32Array | Float64Array | Int8Array;
export type Columns = Readonly<Record<string, Column>>;
/**
 * Ranges of the new table in order: from the old one (0) or from the added rows (1), from an index
 * up to before another.
 */
export type Stretches = readonly (readonly [of: 0 | 1, from: number, to: number])[];

/**
 * Computes the stretches of rows to copy.
 * @param n rows of the old table
 * @param removed indexes of removed rows, ascending
 * @param previous for each added row, in order: the index of the old table before which it is
 * inserted
 */
export function stretchesOf(
  n: number,
  removed: readonly number[],
  previous: readonly number[],
): Stretches {
  const made: [0 | 1, number, number][] = [];
  const add = (of: 0 | 1, from: number, to: number): void => {
    const last = made[made.length - 1];
    if (from === to) return;
    if (last?.[0] === of && last[2] === from) last[2] = to;
    else made.push([of, from, to]);
  };
  let at = 0,
    j = 0;
  const copyUpTo = (place: number): void => {
    for (; j < previous.length && previous[j]! <= place; j += 1) {
      add(0, at, previous[j]!);
      at = previous[j]!;
      add(1, j, j + 1);
    }
    add(0, at, place);
  };
  for (const place of removed) {
    copyUpTo(place);
    at = place + 1;
  }
  copyUpTo(n);
  return made;
}
/**
 * Finds the first index in `n` that does not precede; `comesBefore` is true for a prefix and false
 * from there on.
 */
export function partitionPoint(n: number, comesBefore: (place: number) => boolean): number {
  let low = 0,
    high = n;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (comesBefore(mid)) low = mid + 1;
    else high = mid;
  }
  return low;
}
/** Counts the leading rows shared by both tables. */
export const unchangedUntil = (stretches: Stretches): number =>
  stretches[0]?.[0] === 0 && stretches[0][1] === 0 ? stretches[0][2] : 0;
/** Returns the new index of each row of the old table, -1 where it was removed. */
export function placeShift(stretches: Stretches): (place: number) => number {
  const current: { from: number; to: number; by: number }[] = [];
  let at = 0;
  for (const [of, from, to] of stretches) {
    if (of === 0) current.push({ from, to, by: at - from });
    at += to - from;
  }
  return (place) => {
    const one = current[partitionPoint(current.length, (k) => current[k]!.to <= place)];
    return one && one.from <= place ? place + one.by : -1;
  };
}

/**
 * Columns that are recomputed for each image: two sets alternate, as in `ColumnSequence`; their
 * content is overwritten.
 */
export class AlternatingColumns {
  private readonly columnSets = [
    new Map<string, Column | Uint8Array>(),
    new Map<string, Column | Uint8Array>(),
  ];
  private turn = 0;
  /**
   * Called before the columns of an image are requested.
   * @param mayOverwrite the image before the present one has no readers
   */
  beginTurn(mayOverwrite: boolean): void {
    this.turn = 1 - this.turn;
    if (!mayOverwrite) this.columnSets[this.turn] = new Map();
  }
  /** Returns a column with arbitrary previous content. @param name each once per image */
  take<A extends Column | Uint8Array>(name: string, of: new (size: number) => A, n: number): A {
    const own = this.columnSets[this.turn]!,
      known = own.get(name) as A | undefined,
      whole = known && known.length >= n ? known : new of(withSpareRoom(n));
    own.set(name, whole);
    return whole.subarray(0, n) as A;
  }
  /** Returns a column filled with -1. */
  unset(name: string, n: number): Int32Array {
    return this.take(name, Int32Array, n).fill(-1);
  }
  copyOf<A extends Column | Uint8Array>(name: string, like: A): A {
    const made = this.take(name, like.constructor as new (size: number) => A, like.length);
    made.set(like);
    return made;
  }
}

/** Spare capacity for later rows, so that a table is not reallocated with each of them. */
const withSpareRoom = (n: number): number => n + Math.ceil(n / 100) + 1000;
const emptyLike = <T extends Columns>(like: T, size: number): T =>
  Object.fromEntries(
    Object.entries(like).map(([name, column]) => [
      name,
      new (column.constructor as new (size: number) => Column)(size),
    ]),
  ) as unknown as T;
const viewOf = <T extends Columns>(columns: T, n: number): T =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column.subarray(0, n)]),
  ) as unknown as T;
/**
 * A sorted table that changes. Two sets of columns alternate: the one before the last is
 * overwritten from the first differing row on, if it has no readers left; otherwise a new one is
 * allocated.
 */
export class ColumnSequence<T extends Columns> {
  /** The current table; columns have the length of its rows. */
  current: T;
  private full: T;
  private others: T | undefined;
  private equal = 0;
  constructor(first: T) {
    const names = Object.keys(first),
      n = first[names[0]!]!.length;
    this.full = emptyLike(first, withSpareRoom(n));
    for (const name of names) this.full[name]!.set(first[name]!);
    this.current = viewOf(this.full, n);
  }

  /**
   * @param added added rows with the same columns; `mayOverwrite`: the table before the present one
   * has no readers
   */
  sequence(added: T, stretches: Stretches, mayOverwrite: boolean): T {
    const n = stretches.reduce((sum, [, from, to]) => sum + to - from, 0),
      names = Object.keys(this.full),
      other =
        mayOverwrite && this.others && this.others[names[0]!]!.length >= n
          ? this.others
          : undefined,
      skip = other ? Math.min(this.equal, unchangedUntil(stretches)) : 0,
      made = other ?? emptyLike(this.full, withSpareRoom(n));
    for (const name of names) {
      const column = made[name]!,
        current = this.current[name]!,
        more = added[name]!;
      let at = 0;
      for (const [of, from, to] of stretches) {
        const start = Math.max(from, from + skip - at);
        if (start < to)
          column.set((of === 0 ? current : more).subarray(start, to), at + start - from);
        at += to - from;
      }
    }
    this.others = this.full;
    this.equal = unchangedUntil(stretches);
    this.full = made;
    return (this.current = viewOf(made, n));
  }
}
