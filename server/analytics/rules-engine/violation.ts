/**
 * Checks whether a proposed position would be incompatible with others, by trying it on its day,
 * and on the later days whose services a limit counts together with it.
 */
import type { BoundRules } from './bound-rules.ts';
import type { System } from './codebook.ts';
import type { CompiledRule } from './compiled-rules.ts';
import type { Situation } from './day-state.ts';
import { forEachPlace, isEligible, teethToday } from './places.ts';
import { TOOTH_BITS } from './tooth-masks.ts';

/** Teeth of the triggering services, of a rule of a region those in it. */
function teethAtPlace(k: BoundRules['k'], one: CompiledRule): ReturnType<typeof teethToday> {
  const all = teethToday(k, one);
  return one.scope === 'K'
    ? {
        permanent: all.permanent & k.askedPermanentTeeth,
        milk: all.milk & k.askedMilkTeeth,
      }
    : all;
}
/** Places where a check fires on the current day, with the count of its hits there. */
function firings(k: Situation, check: CompiledRule, hasTrial: boolean): Map<string, number> {
  const found = new Map<string, number>();
  k.hasTrial = hasTrial;
  if (isEligible(k, check))
    forEachPlace(
      k,
      check,
      () => {
        found.set(`${k.tooth} ${k.askedPermanentTeeth} ${k.askedMilkTeeth} ${k.row}`, k.hits);
      },
      true,
    );
  return found;
}
/** Checks whether a check fires where, or more often than, it does without the trial. */
const isMore = (after: Map<string, number>, before: Map<string, number>): boolean =>
  [...after].some(([place, hits]) => hits > (before.get(place) ?? -1));

/**
 * Checks whether the trial would make a check fire that fires on other services already: services
 * of one number are hidden until it is silent without the trial.
 */
function firesOnTrial(k: Situation, check: CompiledRule): boolean {
  const codes = new Set<number>([k.code[k.n]!]);
  for (let i = k.a; i < k.b; i += 1) if (check.today?.[k.code[i]!] === 1) codes.add(k.code[i]!);
  for (const code of codes) {
    const hidden: number[] = [];
    let isSilent = false;
    for (let i = k.b - 1; i >= 0 && !isSilent; i -= 1) {
      if (k.code[i] !== code) continue;
      hidden.push(i);
      k.code[i] = 0;
      isSilent = firings(k, check, false).size === 0;
    }
    const isFiring = isSilent && firings(k, check, true).size > 0;
    for (const i of hidden) k.code[i] = code;
    if (isFiring) return true;
  }
  return false;
}
/** Checks whether a check fires on the trial on its own day. */
function breaksToday(k: Situation, check: CompiledRule): boolean {
  const after = firings(k, check, true);
  if (after.size === 0) return false;
  const before = firings(k, check, false);
  if (isMore(after, before)) return true;
  // A check of a single service finds nothing about the trial.
  return !check.isPerRow && !check.needsRow && firesOnTrial(k, check);
}
/** Checks whether a service of a later day breaks a check that counts the trial in its window. */
function breaksLater(k: Situation, checks: readonly CompiledRule[], today: number): boolean {
  const code = k.code[k.n]!,
    { day, a, b } = k;
  let isBroken = false;
  for (let from = b; from < k.n && !isBroken && k.days[from]! <= today;) {
    const later = k.days[from]!;
    let to = from + 1;
    while (to < k.n && k.days[to] === later) to += 1;
    let isAssigned = false;
    for (const check of checks) {
      let isAsked = false;
      for (let i = from; i < to && !isAsked; i += 1) isAsked = check.today?.[k.code[i]!] === 1;
      if (!isAsked) continue;
      if (!isAssigned) k.assign(later, from, to);
      isAssigned = true;
      const isInWindow = check.counted.some(({ codes, window }) => {
        const start = codes[code] === 1 ? k.startOf(window) : null;
        return start !== null && start <= day;
      });
      if (!isInWindow) continue;
      isBroken = isMore(firings(k, check, true), firings(k, check, false));
      if (isBroken) break;
    }
    from = to;
  }
  k.hasTrial = false;
  k.assign(day, a, b);
  return isBroken;
}
/** Checks whether a check would fire if the proposed position were charged. */
export function violates(
  g: BoundRules,
  one: CompiledRule,
  system: System,
  nr: string,
  quantity: number,
): boolean {
  const { k } = g;
  if (one.isStateRule || nr === '' || one.rule.wert === 'FAKTOR') return false;
  const code = k.m.codebook.code(system, nr),
    checks = g.checks.of(code),
    later = g.laterChecks.of(code);
  if (checks.length === 0 && later.length === 0) return false;
  const { tooth, askedPermanentTeeth, askedMilkTeeth, plan, row, hits } = k,
    mask = tooth >= 0 ? TOOTH_BITS[tooth]! : teethAtPlace(k, one),
    hidden: number[] = [];
  if (one.replaced)
    for (let i = k.a; i < k.b; i += 1)
      if (one.replaced[k.code[i]!] === 1) {
        hidden.push(i, k.code[i]!);
        k.code[i] = 0;
      }
  k.code[k.n] = code;
  k.quantities[k.n] = quantity;
  k.days[k.n] = k.day;
  k.permanent[k.n] = mask.permanent;
  k.milk[k.n] = mask.milk;
  k.serviceOf[k.n] = -1;
  const isBroken =
    checks.some((check) => breaksToday(k, check)) || breaksLater(k, later, k.m.snapshot.today);
  k.hasTrial = false;
  for (let i = 0; i < hidden.length; i += 2) k.code[hidden[i]!] = hidden[i + 1]!;
  k.tooth = tooth;
  k.askedPermanentTeeth = askedPermanentTeeth;
  k.askedMilkTeeth = askedMilkTeeth;
  k.plan = plan;
  k.row = row;
  k.hits = hits;
  return isBroken;
}
