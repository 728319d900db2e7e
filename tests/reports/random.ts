/** Random choices that a seed repeats exactly. */

/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** Numbers from 0 to below 1, deterministic for a seed. */
export function createRandom(seed: number): Random {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Choices drawn from one sequence of random numbers. */
export interface Choices {
  /** Returns an integer from 0 to below `n`. */
  int: (n: number) => number;
  /** Returns one item of the list. */
  pick: <T>(list: readonly T[]) => T;
  /** Returns the value in this share of the calls, otherwise null. */
  maybe: <T>(share: number, value: T) => T | null;
}

/** Returns choices that each take one number of the sequence. */
export function choicesOf(r: Random): Choices {
  const int = (n: number): number => Math.floor(r() * n);
  return {
    int,
    pick: (list) => list[int(list.length)]!,
    maybe: (share, value) => (r() < share ? value : null),
  };
}

/** Returns the same rows in another order. */
export function shuffledRows<T>(list: readonly T[], r: Random): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = Math.floor(r() * (i + 1));
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}
