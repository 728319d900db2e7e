/**
 * Positions that are free once in a window and were forgotten on several visits: only one of them
 * is proposed, that of the surest rule, of the first visit.
 */
import { plusMonths } from '../snapshot/calendar.ts';
import type { BoundRules } from './bound-rules.ts';
import type { Hit } from './hit.ts';
import { forEachPlace, isEligible } from './places.ts';
import { TEETH, TOOTH_BITS, toothIndex } from './tooth-masks.ts';

/** How long a proposal is offered after its day. */
const OFFERED_MONTHS = 12;

/** Returns the index of the first service on or after a day. */
function firstFrom({ k }: BoundRules, day: number): number {
  let at = 0;
  while (at < k.n && k.days[at]! < day) at += 1;
  return at;
}
/** Checks whether a rule would propose its position if an earlier visit had charged it. */
function staysFree(g: BoundRules, earlier: Hit, later: Hit): boolean {
  const { k } = g,
    { compiledRule: rule } = later,
    tooth = earlier.zahn === '' ? -1 : toothIndex(Number(earlier.zahn));
  k.assign(later.tag, firstFrom(g, later.tag), firstFrom(g, later.tag + 1));
  k.code[k.n] = k.m.codebook.code(earlier.system, earlier.nr);
  k.quantities[k.n] = earlier.menge;
  k.days[k.n] = earlier.tag;
  k.permanent[k.n] = tooth < 0 ? 0 : TOOTH_BITS[tooth]!.permanent;
  k.milk[k.n] = tooth < 0 ? 0 : TOOTH_BITS[tooth]!.milk;
  k.serviceOf[k.n] = -1;
  k.hasTrial = true;
  let isFree = false;
  if (isEligible(k, rule))
    forEachPlace(
      k,
      rule,
      () => {
        if (rule.scope !== 'Z' || String(TEETH[k.tooth] ?? '') === later.zahn) isFree = true;
      },
      true,
    );
  k.hasTrial = false;
  return isFree;
}
const bySurest = (a: Hit, b: Hit): number =>
  b.compiledRule.rule.konfidenz - a.compiledRule.rule.konfidenz ||
  a.tag - b.tag ||
  (a.compiledRule.rule.id < b.compiledRule.rule.id ? -1 : 1);

/**
 * Marks the hits of one patient that share a free position with those of other visits.
 * @param hits of all days, at most one rule of a day not hidden for each position
 */
export function markRepeats(g: BoundRules, hits: readonly Hit[]): Hit[] {
  const groups = new Map<string, Hit[]>();
  for (const one of hits) {
    const { rule, isPerTooth } = one.compiledRule;
    if (rule.art !== 'VERGESSEN' || one.nr === '' || rule.wert === 'FAKTOR') continue;
    const key = `${one.system} ${one.nr} ${isPerTooth ? one.zahn : ''}`,
      list = groups.get(key);
    if (list) list.push(one);
    else groups.set(key, [one]);
  }
  const marks = new Map<Hit, NonNullable<Hit['reihe']>>();
  for (const group of groups.values()) {
    if (group.every((one) => one.tag === group[0]!.tag)) continue;
    const seen: Hit[] = [],
      oldest = plusMonths(g.m.snapshot.today, -OFFERED_MONTHS);
    // Visits that are too old to be offered come last: they keep no later one back.
    const isOld = (one: Hit): number => Number(one.tag < oldest);
    for (const one of group.toSorted((a, b) => isOld(a) - isOld(b) || bySurest(a, b))) {
      const before = seen.filter((other) => {
        if (other.tag === one.tag) return false;
        const [earlier, later] = other.tag < one.tag ? [other, one] : [one, other];
        return !staysFree(g, earlier, later);
      });
      if (one.verdeckt !== true) seen.push(one);
      if (before.length === 0) continue;
      for (const other of before)
        if (!marks.has(other)) marks.set(other, { zuvor: [], wartet: false });
      marks.set(one, {
        zuvor: [...new Set(before.map((other) => other.tag))],
        wartet: before.some((other) => !marks.get(other)!.wartet),
      });
    }
  }
  return marks.size === 0
    ? [...hits]
    : hits.map((one) => {
        const reihe = marks.get(one);
        return reihe ? { ...one, reihe } : one;
      });
}
