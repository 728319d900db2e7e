/** A ratio of two quantities over the whole practice, by quarter. */
import { EMPTY, quarterOfDay } from '../../snapshot/calendar.ts';
import type { EngineSnapshot } from '../engine-snapshot.ts';

/**
 * Computes the ratio of two quantity sums in the quarter before a day, over the whole practice;
 * null if the latter is below 20.
 */
export function practiceRatio(
  m: EngineSnapshot,
  upper: Uint8Array,
  lower: Uint8Array,
): (quarter: number) => number | null {
  let sums: Map<number, [number, number]> | undefined, of: EngineSnapshot['snapshot'] | undefined;
  return (quarter) => {
    if (!sums || of !== m.snapshot) {
      sums = new Map();
      of = m.snapshot;
      const { services } = of;
      for (let i = 0; i < services.n; i += 1) {
        const code = m.code(i),
          a = upper[code] === 1,
          b = lower[code] === 1;
        if (!a && !b) continue;
        const q = quarterOfDay(services.day[i]!),
          known = sums.get(q) ?? [0, 0],
          count = services.menge[i] === EMPTY ? 1 : services.menge[i]!;
        if (a) known[0] += count;
        if (b) known[1] += count;
        sums.set(q, known);
      }
    }
    const found = sums.get(quarter - 1);
    return !found || found[1] < 20 ? null : found[0] / found[1];
  };
}
