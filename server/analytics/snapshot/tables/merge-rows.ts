// Sorted rows that stay and rows that came are one table again: what stands before the first change is not touched, so that a day's rows cost little beside years of them.

export type Spalte = Int32Array | Float64Array | Int8Array;
export type Spalten = Readonly<Record<string, Spalte>>;
/** Stretches of the new table in their order: from the old one (0) or of the rows that came (1), from a place up to before another. */
export type Strecken = readonly (readonly [of: 0 | 1, from: number, to: number])[];

/**
 * @param n rows of the old table
 * @param weg places in it that leave, ascending
 * @param vor of each row that came, in their order: the place of the old table before which it goes
 */
export function streckenVon(n: number, weg: readonly number[], vor: readonly number[]): Strecken {
  const made: [0 | 1, number, number][] = [];
  const add = (of: 0 | 1, from: number, to: number): void => {
    const last = made[made.length - 1];
    if (from === to) return;
    if (last?.[0] === of && last[2] === from) last[2] = to;
    else made.push([of, from, to]);
  };
  let at = 0,
    j = 0;
  const bis = (place: number): void => {
    for (; j < vor.length && vor[j]! <= place; j += 1) {
      add(0, at, vor[j]!);
      at = vor[j]!;
      add(1, j, j + 1);
    }
    add(0, at, place);
  };
  for (const place of weg) {
    bis(place);
    at = place + 1;
  }
  bis(n);
  return made;
}
/** First place of `n` that does not stand before; `istVor` holds for the first ones and for none after them. */
export function ersteStelle(n: number, istVor: (place: number) => boolean): number {
  let low = 0,
    high = n;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (istVor(mid)) low = mid + 1;
    else high = mid;
  }
  return low;
}
/** How far the new table is the old one. */
export const gleichBis = (strecken: Strecken): number =>
  strecken[0]?.[0] === 0 && strecken[0][1] === 0 ? strecken[0][2] : 0;
/** Where each place of the old table lies in the new one, -1 where it left. */
export function verschiebung(strecken: Strecken): (place: number) => number {
  const alt: { from: number; to: number; by: number }[] = [];
  let at = 0;
  for (const [of, from, to] of strecken) {
    if (of === 0) alt.push({ from, to, by: at - from });
    at += to - from;
  }
  return (place) => {
    const one = alt[ersteStelle(alt.length, (k) => alt[k]!.to <= place)];
    return one && one.from <= place ? place + one.by : -1;
  };
}

/** Columns that are worked out anew for each image: two sets of them take turns, as in `Folge`; what lies in them is written over. */
export class Wechsel {
  private readonly saetze = [
    new Map<string, Spalte | Uint8Array>(),
    new Map<string, Spalte | Uint8Array>(),
  ];
  private dran = 0;
  /** Before the columns of an image are asked for. @param istFrei nobody reads the image before the present one */
  beginne(istFrei: boolean): void {
    this.dran = 1 - this.dran;
    if (!istFrei) this.saetze[this.dran] = new Map();
  }
  /** A column that holds whatever stood there before. @param name each once an image */
  nimm<A extends Spalte | Uint8Array>(name: string, of: new (size: number) => A, n: number): A {
    const own = this.saetze[this.dran]!,
      known = own.get(name) as A | undefined,
      whole = known && known.length >= n ? known : new of(mehrPlatz(n));
    own.set(name, whole);
    return whole.subarray(0, n) as A;
  }
  /** Filled with -1. */
  leer(name: string, n: number): Int32Array {
    return this.nimm(name, Int32Array, n).fill(-1);
  }
  wie<A extends Spalte | Uint8Array>(name: string, like: A): A {
    const made = this.nimm(name, like.constructor as new (size: number) => A, like.length);
    made.set(like);
    return made;
  }
}

/** Room for rows that come later, so that a table is not taken anew with each of them. */
const mehrPlatz = (n: number): number => n + Math.ceil(n / 100) + 1000;
const leere = <T extends Spalten>(like: T, size: number): T =>
  Object.fromEntries(
    Object.entries(like).map(([name, column]) => [
      name,
      new (column.constructor as new (size: number) => Spalte)(size),
    ]),
  ) as unknown as T;
const sicht = <T extends Spalten>(columns: T, n: number): T =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column.subarray(0, n)]),
  ) as unknown as T;
/**
 * A sorted table that changes. Two sets of columns take turns: the one before the last is written over from the first place on in which it differs,
 * as long as nobody reads it any more; else there is a new one.
 */
export class Folge<T extends Spalten> {
  /** The table as it is now; columns are as long as it has rows. */
  jetzt: T;
  private voll: T;
  private andere: T | undefined;
  private gleich = 0;
  constructor(first: T) {
    const names = Object.keys(first),
      n = first[names[0]!]!.length;
    this.voll = leere(first, mehrPlatz(n));
    for (const name of names) this.voll[name]!.set(first[name]!);
    this.jetzt = sicht(this.voll, n);
  }

  /** @param neu rows that came, with the same columns; `istFrei`: nobody reads the table before the present one */
  folge(neu: T, strecken: Strecken, istFrei: boolean): T {
    const n = strecken.reduce((sum, [, from, to]) => sum + to - from, 0),
      names = Object.keys(this.voll),
      other =
        istFrei && this.andere && this.andere[names[0]!]!.length >= n ? this.andere : undefined,
      skip = other ? Math.min(this.gleich, gleichBis(strecken)) : 0,
      made = other ?? leere(this.voll, mehrPlatz(n));
    for (const name of names) {
      const column = made[name]!,
        alt = this.jetzt[name]!,
        more = neu[name]!;
      let at = 0;
      for (const [of, from, to] of strecken) {
        const start = Math.max(from, from + skip - at);
        if (start < to) column.set((of === 0 ? alt : more).subarray(start, to), at + start - from);
        at += to - from;
      }
    }
    this.andere = this.voll;
    this.gleich = gleichBis(strecken);
    this.voll = made;
    return (this.jetzt = sicht(made, n));
  }
}
