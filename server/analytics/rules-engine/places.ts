/** Places a rule applies to: the day, a tooth, a region, a service; and whether it matches there. */
import type { CompiledRule } from './compiled-rules.ts';
import type { Situation } from './day-state.ts';
import { idOfRow } from './evidence.ts';
import { JAW_REGIONS, TOOTH_BITS } from './tooth-masks.ts';

/** Checks person, age, validity, and positions that exclude the rule on that day. */
export function isEligible(
  k: Situation,
  { insuranceOf, regel: rule, von: from, bis: to, noneToday }: CompiledRule,
): boolean {
  if (insuranceOf[k.versicherung] !== 1 || k.tag < from || k.tag > to) return false;
  if (
    (rule.alterVonM !== null && (k.monate < 0 || k.monate < rule.alterVonM)) ||
    (rule.alterBisM !== null && (k.monate < 0 || k.monate > rule.alterBisM))
  )
    return false;
  return !noneToday.some((one) => one.scope === '' && k.heute(one.menge, '', false) >= 0);
}

/** Iterates over the places a rule applies to and reports those where it matches. */
export function forEachPlace(k: Situation, one: CompiledRule, take: () => void): void {
  k.free();
  if (one.isPerRow) {
    let best: number | undefined;
    // Of several services of the day the finding names the most valuable one; identical in every
    // run.
    for (const i of triggersOf(k, one)) {
      k.zeile = i;
      if (appliesTo(k, one) && (best === undefined || isWorthMore(k, one, i, best))) best = i;
    }
    if (best !== undefined) {
      k.zeile = best;
      take();
    }
  } else if (one.toothList) {
    let hits = 0;
    for (const tooth of one.toothList) {
      moveToTooth(k, tooth);
      if (appliesTo(k, one)) hits += 1;
    }
    k.free();
    k.treffer = hits;
    if (hits > 0) take();
  } else if (one.ort === 'Z') {
    const { bleibend, milch: milk } = one.isFromHistory
      ? teethOfHistory(k, one)
      : teethToday(k, one);
    for (let tooth = 0; tooth < TOOTH_BITS.length; tooth += 1) {
      const bit = TOOTH_BITS[tooth]!;
      if ((bit.bleibend & bleibend) === 0 && (bit.milch & milk) === 0) continue;
      moveToTooth(k, tooth);
      if (one.needsRow) k.zeile = triggersOf(k, one)[0] ?? -1;
      if (appliesTo(k, one)) take();
    }
  } else if (one.ort === 'K') {
    for (const region of JAW_REGIONS) {
      k.free();
      k.askedPermanentTeeth = region.bleibend;
      k.askedMilkTeeth = region.milch;
      if (one.needsRow) k.zeile = triggersOf(k, one)[0] ?? -1;
      if (appliesTo(k, one)) {
        take();
        break;
      }
    }
  } else {
    if (one.needsRow) k.zeile = triggersOf(k, one)[0] ?? -1;
    if (appliesTo(k, one)) take();
  }
  k.free();
}

function moveToTooth(k: Situation, tooth: number): void {
  const bit = TOOTH_BITS[tooth]!;
  k.free();
  k.zahn = tooth;
  k.askedPermanentTeeth = bit.bleibend;
  k.askedMilkTeeth = bit.milch;
}

/** Services of the day that trigger the rule, at the current tooth or region, ordered by id. */
export function triggersOf(k: Situation, one: CompiledRule): number[] {
  const found: number[] = [];
  if (!one.heute) return found;
  const scope =
    one.isFromHistory || one.toothList || (k.askedPermanentTeeth === 0 && k.askedMilkTeeth === 0)
      ? ('' as const)
      : one.ort;
  for (let i = k.a; i < k.b; i += 1)
    if (one.heute[k.code[i]!] === 1 && k.matches(i, scope, true)) found.push(i);
  return found.length < 2 ? found : found.sort((x, y) => (idOfRow(k, x) < idOfRow(k, y) ? -1 : 1));
}

function isWorthMore(k: Situation, one: CompiledRule, a: number, b: number): boolean {
  const { services } = k.m.snapshot,
    x = services.honorar[k.stelle[a]!]!,
    y = services.honorar[k.stelle[b]!]!;
  return one.regel.art !== 'PRUEFUNG' && x > y;
}

export function teethToday(k: Situation, one: CompiledRule): { bleibend: number; milch: number } {
  let bleibend = 0,
    milk = 0;
  for (let i = k.a; i < k.b; i += 1)
    if (one.heute?.[k.code[i]!] === 1) {
      bleibend |= k.bleibend[i]!;
      milk |= k.milch[i]!;
    }
  if (k.hasTrial && one.heute?.[k.code[k.n]!] === 1) {
    bleibend |= k.bleibend[k.n]!;
    milk |= k.milch[k.n]!;
  }
  return { bleibend, milch: milk };
}

function teethOfHistory(k: Situation, one: CompiledRule): { bleibend: number; milch: number } {
  let bleibend = 0,
    milk = 0;
  for (const { menge, fenster } of one.historieNoetig) {
    const from = k.von(fenster);
    if (from !== null)
      for (let i = k.a - 1; i >= 0 && k.tage[i]! >= from; i -= 1)
        if (menge[k.code[i]!] === 1) {
          bleibend |= k.bleibend[i]!;
          milk |= k.milch[i]!;
        }
  }
  return { bleibend, milch: milk };
}

/**
 * Checks whether a rule matches at the current place. Exclusions also apply where the tooth was
 * not recorded; required positions have to be at the place.
 */
export function appliesTo(k: Situation, one: CompiledRule): boolean {
  if (one.noneToday.some((no) => no.scope !== '' && k.heute(no.menge, no.scope, false) >= 0))
    return false;
  if (one.tokenTree && !one.tokenTree(k)) return false;
  if (
    one.historieNoetig.length > 0 &&
    !one.historieNoetig.some((need) => {
      const from = k.von(need.fenster);
      return from !== null && k.preceding(need.menge, from, need.scope, true) >= 0;
    })
  )
    return false;
  if (one.needsPlan && k.currentPlan() < 0) return false;
  // A window without a known start is not known to be empty.
  for (const no of one.historieKeine) {
    const from = k.von(no.fenster);
    if (from === null || k.preceding(no.menge, from, no.scope, false) >= 0) return false;
  }
  return one.zusatz === null || one.zusatz(k) === 1;
}
