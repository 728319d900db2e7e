/** Keeps the surest of several findings for one position of a day. */
import { confidenceOf } from './evidence.ts';
import type { Hit } from './hit.ts';

/** Checks whether the first of two findings for one position is more certain. */
function goesBefore(a: Hit, b: Hit): boolean {
  const x = confidenceOf(a.compiledRule.rule, a.belege);
  const y = confidenceOf(b.compiledRule.rule, b.belege);
  return x > y || (x === y && a.compiledRule.rule.id < b.compiledRule.rule.id);
}

/**
 * Keeps the proposals of the surest rule for one position and day: one for each tooth where it is
 * charged by tooth, else one.
 */
export function mergeHits(all: readonly Hit[], withHidden: boolean): Hit[] {
  if (all.length < 2) return [...all];
  const bestHits = new Map<string, Hit>(),
    key = (one: Hit): string => `${one.system} ${one.nr}`,
    isCertain = (one: Hit): boolean =>
      one.compiledRule.rule.art === 'PRUEFUNG' ||
      one.nr === '' ||
      one.compiledRule.rule.wert === 'FAKTOR';
  for (const one of all) {
    if (isCertain(one)) continue;
    const known = bestHits.get(key(one));
    if (!known || goesBefore(one, known)) bestHits.set(key(one), one);
  }
  const found: Hit[] = [];
  for (const one of all) {
    const best = bestHits.get(key(one));
    if (
      isCertain(one) ||
      best === one ||
      (best?.compiledRule === one.compiledRule && one.compiledRule.isPerTooth)
    )
      found.push(one);
    // The same rule at another place adds nothing for a position that is charged once.
    else if (withHidden && best?.compiledRule !== one.compiledRule)
      found.push({ ...one, verdeckt: true });
  }
  return found;
}
