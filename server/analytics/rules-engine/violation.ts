/**
 * Checks whether a proposed position would be incompatible with others, by trying it on the day.
 */
import type { BoundRules } from './bound-rules.ts';
import type { System } from './codebook.ts';
import type { CompiledRule } from './compiled-rules.ts';
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
    checks =
      g.checks[code] ?? g.all.filter((x) => x.rule.art === 'PRUEFUNG' && x.today?.[code] === 1);
  if (checks.length === 0) return false;
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
  let broken = false;
  for (const check of checks) {
    if (!isEligible(k, check)) continue;
    k.hasTrial = false;
    let before = false,
      after = false;
    forEachPlace(k, check, () => {
      before = true;
    });
    k.hasTrial = true;
    forEachPlace(k, check, () => {
      after = true;
    });
    if (after && !before) {
      broken = true;
      break;
    }
  }
  k.hasTrial = false;
  for (let i = 0; i < hidden.length; i += 2) k.code[hidden[i]!] = hidden[i + 1]!;
  k.tooth = tooth;
  k.askedPermanentTeeth = askedPermanentTeeth;
  k.askedMilkTeeth = askedMilkTeeth;
  k.plan = plan;
  k.row = row;
  k.hits = hits;
  return broken;
}
