// Seeded random numbers for generated practices, with the distributions of their days; not for
// secrets.

export interface Rng {
  /** From 0 up to 1, excluding 1. */
  next(): number;
  below(n: number): number;
  /** An integer, both ends included. */
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values by weight. */
  weigh<T>(pairs: readonly (readonly [T, number])[]): T;
  normal(): number;
  logNormal(median: number, sigma: number): number;
}

/** Creates the generator mulberry32: 32 bits of state, fast, identical on every machine. */
export function createRng(seed: number): Rng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    below,
    normal,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => next() < share,
    pick(list) {
      const one = list[below(list.length)];
      if (one === undefined) throw new RangeError('empty list');
      return one;
    },
    weigh(pairs) {
      let roll = next() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [word, weight] of pairs) if ((roll -= weight) < 0) return word;
      const last = pairs.at(-1);
      if (last === undefined) throw new RangeError('empty list');
      return last[0];
    },
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
  };
}
