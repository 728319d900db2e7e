/**
 * Places a rule applies to: the day, a tooth, a region, a service; and whether it matches there.
 */
import type { CompiledRule } from './compiled-rules.ts';
import type { Situation } from './day-state.ts';
import { idOfRow } from './evidence.ts';
import { JAW_REGIONS, TOOTH_BITS } from './tooth-masks.ts';

/**
 * Checks person, age, validity, the words that the note must contain, and positions that exclude
 * the rule on that day.
 */
export function isEligible(
  k: Situation,
  { insuranceOf, fromMonths, toMonths, from, to, noneToday, notes }: CompiledRule,
): boolean {
  if (insuranceOf[k.insurance] !== 1 || k.day < from || k.day > to) return false;
  if (
    (fromMonths !== null && (k.months < 0 || k.months < fromMonths)) ||
    (toMonths !== null && (k.months < 0 || k.months > toMonths))
  )
    return false;
  if (notes.length > 0) {
    const text = k.note();
    if (text === '') return false;
    for (const one of notes) if (!one.isIn(text)) return false;
  }
  for (const one of noneToday)
    if (one.scope === '' && k.newestToday(one.quantity, '', false) >= 0) return false;
  return true;
}

/**
 * Iterates over the places a rule applies to and reports those where it matches.
 * @param isEachRegion of a rule of a region all are reported, not the first only
 */
export function forEachPlace(
  k: Situation,
  one: CompiledRule,
  take: (one: CompiledRule) => void,
  isEachRegion = false,
): void {
  k.free();
  if (one.isPerRow) {
    let best: number | undefined;
    // Of several services of the day the finding names the most valuable one; identical in every
    // run.
    for (const i of triggersOf(k, one)) {
      moveToRow(k, one, i);
      if (appliesTo(k, one) && (best === undefined || isWorthMore(k, one, i, best))) best = i;
    }
    if (best !== undefined) {
      moveToRow(k, one, best);
      take(one);
    }
  } else if (one.toothList) {
    let hits = 0;
    for (const tooth of one.toothList) {
      moveToTooth(k, tooth);
      if (appliesTo(k, one)) hits += 1;
    }
    k.free();
    k.hits = hits;
    if (hits > 0) take(one);
  } else if (one.scope === 'Z') {
    const { permanent, milk } = one.isFromHistory ? teethOfHistory(k, one) : teethToday(k, one);
    for (let tooth = 0; tooth < TOOTH_BITS.length; tooth += 1) {
      const bit = TOOTH_BITS[tooth]!;
      if ((bit.permanent & permanent) === 0 && (bit.milk & milk) === 0) continue;
      moveToTooth(k, tooth);
      if (one.needsRow) k.row = triggersOf(k, one)[0] ?? -1;
      if (appliesTo(k, one)) take(one);
    }
  } else if (one.scope === 'K') {
    for (const region of JAW_REGIONS) {
      k.free();
      k.askedPermanentTeeth = region.permanent;
      k.askedMilkTeeth = region.milk;
      if (one.needsRow) k.row = triggersOf(k, one)[0] ?? -1;
      if (appliesTo(k, one)) {
        take(one);
        if (!isEachRegion) break;
      }
    }
  } else {
    if (one.needsRow) k.row = triggersOf(k, one)[0] ?? -1;
    if (appliesTo(k, one)) take(one);
  }
  k.free();
}

/** Moves to one service; a rule about its tooth also knows the tooth, if it names only one. */
function moveToRow(k: Situation, one: CompiledRule, row: number): void {
  if (one.scope === 'Z') {
    const permanent = k.permanent[row]!,
      milk = k.milk[row]!,
      tooth = TOOTH_BITS.findIndex((bit) => bit.permanent === permanent && bit.milk === milk);
    if (tooth >= 0) moveToTooth(k, tooth);
    else k.free();
    k.askedPermanentTeeth = permanent;
    k.askedMilkTeeth = milk;
  }
  k.row = row;
}

function moveToTooth(k: Situation, tooth: number): void {
  const bit = TOOTH_BITS[tooth]!;
  k.free();
  k.tooth = tooth;
  k.askedPermanentTeeth = bit.permanent;
  k.askedMilkTeeth = bit.milk;
}

/**
 * Finds the services of the day that trigger the rule, at the current tooth or region, ordered by
 * id.
 */
export function triggersOf(k: Situation, one: CompiledRule): number[] {
  const found: number[] = [];
  if (!one.today) return found;
  const scope =
    one.isFromHistory || one.toothList || (k.askedPermanentTeeth === 0 && k.askedMilkTeeth === 0)
      ? ('' as const)
      : one.scope;
  for (let i = k.a; i < k.b; i += 1)
    if (one.today[k.code[i]!] === 1 && k.matches(i, scope, true)) found.push(i);
  return found.length < 2 ? found : found.sort((x, y) => (idOfRow(k, x) < idOfRow(k, y) ? -1 : 1));
}

function isWorthMore(k: Situation, one: CompiledRule, a: number, b: number): boolean {
  const { services } = k.m.snapshot,
    x = services.honorar[k.serviceOf[a]!]!,
    y = services.honorar[k.serviceOf[b]!]!;
  return one.rule.art !== 'PRUEFUNG' && x > y;
}

export function teethToday(k: Situation, one: CompiledRule): { permanent: number; milk: number } {
  let permanent = 0,
    milk = 0;
  for (let i = k.a; i < k.b; i += 1)
    if (one.today?.[k.code[i]!] === 1) {
      permanent |= k.permanent[i]!;
      milk |= k.milk[i]!;
    }
  if (k.isTrialToday() && one.today?.[k.code[k.n]!] === 1) {
    permanent |= k.permanent[k.n]!;
    milk |= k.milk[k.n]!;
  }
  return { permanent, milk };
}

function teethOfHistory(k: Situation, one: CompiledRule): { permanent: number; milk: number } {
  let permanent = 0,
    milk = 0;
  for (const { codes: quantity, window: timeWindow } of one.neededHistory) {
    const from = k.startOf(timeWindow);
    if (from !== null)
      for (let i = k.a - 1; i >= 0 && k.days[i]! >= from; i -= 1)
        if (quantity[k.code[i]!] === 1) {
          permanent |= k.permanent[i]!;
          milk |= k.milk[i]!;
        }
  }
  return { permanent, milk };
}

/**
 * Checks whether a rule matches at the current place. Exclusions also apply where the tooth was
 * not recorded; required positions have to be at the place.
 */
export function appliesTo(k: Situation, one: CompiledRule): boolean {
  for (const no of one.noneToday)
    if (no.scope !== '' && k.newestToday(no.quantity, no.scope, false) >= 0) return false;
  if (one.tokenTree && !one.tokenTree(k)) return false;
  if (
    one.neededHistory.length > 0 &&
    !one.neededHistory.some((need) => {
      const from = k.startOf(need.window);
      return from !== null && k.preceding(need.codes, from, need.scope, true) >= 0;
    })
  )
    return false;
  if (one.needsPlan && k.currentPlan() < 0) return false;
  // A window without a known start is not known to be empty.
  for (const no of one.noHistory) {
    const from = k.startOf(no.window);
    if (from === null || k.preceding(no.codes, from, no.scope, false) >= 0) return false;
  }
  return one.condition === null || one.condition(k) === 1;
}
