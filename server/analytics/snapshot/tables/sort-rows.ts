// Sorting and grouping of rows by integers in linear time.

/** Returns the indexes 0…n-1 ordered by `keys`, stable. */
export function sortOrder(keys: Int32Array): Int32Array {
  const n = keys.length,
    order = new Int32Array(n);
  if (n === 0) return order;
  let low = keys[0]!,
    high = low;
  for (let i = 1; i < n; i += 1) {
    const k = keys[i]!;
    if (k < low) low = k;
    else if (k > high) high = k;
  }
  // Counting sort needs a slot for each key: days span some ten thousand; a wrong year in one row
  // must not cost gigabytes.
  if (high - low > 4_000_000) {
    for (let i = 0; i < n; i += 1) order[i] = i;
    return order.sort((a, b) => keys[a]! - keys[b]! || a - b);
  }
  const starts = new Int32Array(high - low + 2);
  for (let i = 0; i < n; i += 1) starts[keys[i]! - low + 1]! += 1;
  for (let k = 1; k < starts.length; k += 1) starts[k]! += starts[k - 1]!;
  for (let i = 0; i < n; i += 1) order[starts[keys[i]! - low]!++] = i;
  return order;
}
/**
 * Rows of each group: those of `g` are `rows[from[g]]` up to before `rows[from[g + 1]]`, stable;
 * rows without a group (negative) are left out.
 */
export interface RowGroups {
  from: Int32Array;
  rows: Int32Array;
}
export function groupRows(
  keys: Int32Array,
  groups: number,
  allocate = (n: number): Int32Array => new Int32Array(n),
): RowGroups {
  const from = new Int32Array(groups + 1);
  let n = 0;
  for (let i = 0; i < keys.length; i += 1) {
    const k = keys[i]!;
    if (k >= 0) {
      from[k + 1]! += 1;
      n += 1;
    }
  }
  for (let g = 0; g < groups; g += 1) from[g + 1]! += from[g]!;
  const next = from.slice(),
    rows = allocate(n);
  for (let i = 0; i < keys.length; i += 1) {
    const k = keys[i]!;
    if (k >= 0) rows[next[k]!++] = i;
  }
  return { from, rows };
}
/** Returns the first index whose key is at least `key`, in ascending keys. */
export function lowerBound(keys: Int32Array, key: number): number {
  let low = 0,
    high = keys.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (keys[mid]! < key) low = mid + 1;
    else high = mid;
  }
  return low;
}
const free: Uint8Array[] = [],
  MAX_FREE_MARKS = 8;
/**
 * Provides cleared marks of the given sizes while `work` runs. They are pooled: discarded arrays
 * have to be garbage-collected, which stops the thread for as long as a question takes.
 */
export function withMarks<T>(sizes: readonly number[], work: (...marks: Uint8Array[]) => T): T {
  const lent = sizes.map((n) => {
    const at = free.findIndex((one) => one.length >= n);
    return at < 0 ? new Uint8Array(n) : free.splice(at, 1)[0]!;
  });
  const done = work(...lent.map((one, at) => one.subarray(0, sizes[at])));
  for (const [at, one] of lent.entries()) {
    one.fill(0, 0, sizes[at]);
    if (free.length < MAX_FREE_MARKS) free.push(one);
  }
  return done;
}
/** Creates a growable list of indexes. */
export function growingList(): { take(place: number): void; list(): Int32Array } {
  let found = new Int32Array(256),
    many = 0;
  return {
    take(place) {
      if (many === found.length) {
        const more = new Int32Array(many * 2);
        more.set(found);
        found = more;
      }
      found[many++] = place;
    },
    list: () => found.slice(0, many),
  };
}
/** Gathers selected entries of a column. */
export function gather<A extends Int32Array | Float64Array | Int8Array>(
  column: A,
  places: Int32Array,
): A {
  const made = new (column.constructor as new (n: number) => A)(places.length);
  for (let i = 0; i < places.length; i += 1) made[i] = column[places[i]!]!;
  return made;
}
/** Creates a growable list of numbers. */
export function growingNumbers(): { take(value: number): void; list(): Float64Array } {
  let found = new Float64Array(256),
    many = 0;
  return {
    take(value) {
      if (many === found.length) {
        const more = new Float64Array(many * 2);
        more.set(found);
        found = more;
      }
      found[many++] = value;
    },
    list: () => found.slice(0, many),
  };
}
/**
 * Moves numbers until the one at an index is where sorting would put it, with no larger one before
 * it (quickselect): a median needs no sorted numbers.
 */
function place(values: Float64Array, at: number): void {
  let low = 0,
    high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!;
    let i = low,
      j = high;
    while (i <= j) {
      while (values[i]! < pivot) i += 1;
      while (values[j]! > pivot) j -= 1;
      if (i > j) break;
      const value = values[i]!;
      values[i] = values[j]!;
      values[j] = value;
      i += 1;
      j -= 1;
    }
    if (at <= j) high = j;
    else if (at >= i) low = i;
    else return;
  }
}
/** Returns the median of numbers; null without any. */
export function medianOf(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  const own = new Float64Array(values),
    mid = own.length >> 1;
  place(own, mid);
  if (own.length % 2 === 1) return own[mid]!;
  let before = own[0]!;
  for (let at = 1; at < mid; at += 1) before = Math.max(before, own[at]!);
  return (before + own[mid]!) / 2;
}
