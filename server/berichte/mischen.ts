// Sorted rows that stay and rows that came are one table again: what stays is copied in stretches, so that a day's rows cost little beside years of them.

export type Spalte = Int32Array | Float64Array | Int8Array;
/** Stretches of the new table in their order: from the old one (0) or of the rows that came (1), from a place up to before another. */
export type Strecken = readonly (readonly [0 | 1, number, number])[];

/**
 * @param alt raw rows of the old table, in its order; those marked in `weg` (by raw row) leave
 * @param neu how many rows came, sorted like the table; `istVor(i, j)`: whether row `i` of the old table stands before row `j` of those
 */
export function streckenVon(alt: Int32Array, weg: Uint8Array, neu: number, istVor: (i: number, j: number) => boolean): Strecken {
  const made: [0 | 1, number, number][] = [];
  const add = (of: 0 | 1, at: number): void => { const last = made[made.length - 1]; if (last?.[0] === of && last[2] === at) last[2] = at + 1; else made.push([of, at, at + 1]); };
  let j = 0;
  for (let i = 0; i < alt.length; i += 1) {
    if (weg[alt[i]!] === 1) continue;
    while (j < neu && !istVor(i, j)) { add(1, j); j += 1; }
    add(0, i);
  }
  for (; j < neu; j += 1) add(1, j);
  return made;
}

function gemischt<A extends Spalte>(alt: A, neu: A, strecken: Strecken, n: number): A {
  const made = new (alt.constructor as new (n: number) => A)(n);
  let at = 0;
  for (const [of, from, to] of strecken) { made.set((of === 0 ? alt : neu).subarray(from, to), at); at += to - from; }
  return made;
}
/** All columns of both, which are the same ones. */
export function mische<T extends Readonly<Record<string, Spalte>>>(alt: T, neu: T, strecken: Strecken): T {
  const n = strecken.reduce((sum, [, from, to]) => sum + to - from, 0);
  return Object.fromEntries(Object.entries(alt).map(([name, column]) => [name, gemischt(column, neu[name]!, strecken, n)])) as unknown as T;
}
