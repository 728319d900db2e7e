// Which value of a point holds: what the practice entered goes before what is delivered here, the nearer description before the general one.

import { isValidOn } from './position.ts';
import { PUNKTWERTE, type Punktwert, type PunktwertArea } from './point-values/values.ts';

export interface PunktwertQuestion {
  readonly region: string | null;
  readonly kassenart: string | null;
  readonly area: PunktwertArea;
  readonly day: string;
}
const fits = (one: Punktwert, q: PunktwertQuestion): boolean =>
  one.area === q.area &&
  (one.region === null || one.region === q.region) &&
  (one.kassenart === null || one.kassenart === q.kassenart) &&
  isValidOn(one, q.day);
const nearness = (one: Punktwert): number =>
  (one.region === null ? 0 : 2) + (one.kassenart === null ? 0 : 1);

/** Undefined where nobody knows a value for that day: then no euros are made up. Of several that fit equally well the latest counts. */
export function punktwertOn(
  q: PunktwertQuestion,
  own: readonly Punktwert[] = [],
): Punktwert | undefined {
  for (const list of [own, PUNKTWERTE]) {
    const best = list
      .filter((one) => fits(one, q))
      .toSorted(
        (a, b) => nearness(b) - nearness(a) || ((a.from ?? '') < (b.from ?? '') ? 1 : -1),
      )[0];
    if (best) return best;
  }
  return undefined;
}
