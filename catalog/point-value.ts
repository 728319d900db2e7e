// Selects the applicable point value: values of the practice take precedence over delivered ones,
// specific over general ones.

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

/**
 * Returns undefined if no value is known for that day, so that no euros are invented. Of equally
 * specific values the latest is used.
 */
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
