/** Seeded random numbers: the same seed draws the same faults. */
import type { Random } from '../../shared/base/ports.ts';
import { v7 } from 'uuid';

export interface Dice {
  /** 0 ≤ x < 1. */
  unit(): number;
  /** Whole number, both ends included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32: one 32-bit state, enough to draw faults with. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number =>
    low + Math.floor(unit() * (high - low + 1));
  return {
    unit,
    between,
    chance: (share) => unit() < share,
    pick<T>(from: readonly T[]): T {
      const one = from[between(0, from.length - 1)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
  };
}

/** Random port of the tablet's core; ids and keys need no seed, pauses do. */
export const randomOf = (d: Dice): Random => ({
  id: () => v7(),
  unit: d.unit,
  hex128: () => crypto.randomUUID().replaceAll('-', ''),
});

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Polls until the condition is true; false on timeout. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 20,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await pause(everyMs);
  }
  return true;
}
