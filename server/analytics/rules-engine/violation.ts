/** Whether a proposed position would be incompatible with others, by trying it on the day. */
import type { BoundRules } from './bound-rules.ts';
import type { System } from './codebook.ts';
import type { CompiledRule } from './compiled-rules.ts';
import { forEachPlace, isEligible, teethToday } from './places.ts';
import { TOOTH_BITS } from './tooth-masks.ts';

/** Checks whether a check would fire if the proposed position were charged. */
export function violates(
  g: BoundRules,
  one: CompiledRule,
  system: System,
  nr: string,
  menge: number,
): boolean {
  const { k } = g;
  if (one.isStateRule || nr === '' || one.regel.wert === 'FAKTOR') return false;
  const code = k.m.codebook.code(system, nr),
    checks =
      g.pruefungen[code] ??
      g.alle.filter((x) => x.regel.art === 'PRUEFUNG' && x.heute?.[code] === 1);
  if (checks.length === 0) return false;
  const { zahn: tooth, askedPermanentTeeth, askedMilkTeeth, plan, zeile: row, treffer: hits } = k,
    mask = tooth >= 0 ? TOOTH_BITS[tooth]! : teethToday(k, one),
    hidden: number[] = [];
  if (one.ersetzt)
    for (let i = k.a; i < k.b; i += 1)
      if (one.ersetzt[k.code[i]!] === 1) {
        hidden.push(i, k.code[i]!);
        k.code[i] = 0;
      }
  k.code[k.n] = code;
  k.menge[k.n] = menge;
  k.tage[k.n] = k.tag;
  k.bleibend[k.n] = mask.bleibend;
  k.milch[k.n] = mask.milch;
  k.stelle[k.n] = -1;
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
  k.zahn = tooth;
  k.askedPermanentTeeth = askedPermanentTeeth;
  k.askedMilkTeeth = askedMilkTeeth;
  k.plan = plan;
  k.zeile = row;
  k.treffer = hits;
  return broken;
}
