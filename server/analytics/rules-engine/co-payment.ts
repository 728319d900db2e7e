/**
 * Keeps private and statutory services of one patient apart. With a co-payment for a filling only
 * the filling is private (§ 28 Abs. 2 SGB V): anaesthesia, rubber dam and images stay statutory.
 */
import { coveringTokens } from '../../../catalog/same-work/catalogue.ts';
import { INSURANCE } from '../snapshot/snapshot.ts';
import type { CompiledRule } from './compiled-rules.ts';
import type { Situation } from './day-state.ts';
import { codesOf } from './facts/finder.ts';

const touches = (k: Situation, i: number, j: number): boolean =>
  (k.permanent[i]! & k.permanent[j]!) !== 0 || (k.milk[i]! & k.milk[j]!) !== 0;

/**
 * Checks whether a private proposal for a statutory patient belongs to a statutory service of the
 * day: to a filling with co-payment at its tooth, or to the statutory number of the same work.
 */
export function isStatutoryToday(
  k: Situation,
  { rule }: CompiledRule,
  { system, nr }: { readonly system: string; readonly nr: string },
): boolean {
  if (k.insurance !== INSURANCE.GKV || rule.kasse !== 'PKV' || rule.wert === 'MEHRKOSTEN')
    return false;
  const fillings = codesOf(k, 'B:13*'),
    covering = coveringTokens(system, nr),
    twins = covering.length === 0 ? null : codesOf(k, ...covering);
  for (let i = k.a; i < k.b; i += 1) {
    if (twins?.[k.code[i]!] === 1) return true;
    if (fillings[k.code[i]!] === 1 && k.row >= 0 && k.row < k.n && touches(k, i, k.row))
      return true;
  }
  return false;
}
