/** Amounts of a charged GOZ or GOÄ service that is reduced or capped. */
import { REDUCED_FEES, reducedCents } from '../../../catalog/limits/reduced-fees.ts';
import { gozCents } from '../../../shared/analytics/billing/fees.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import type { BoundRules } from './bound-rules.ts';
import type { CompiledRule } from './compiled-rules.ts';

/** Cents. */
export interface Overcharge {
  readonly charged: number;
  readonly allowed: number;
}
const NORMAL_FACTOR = 230;

/** Returns the fee of a part of a service: its share of the dearest service it can belong to. */
function partCents(
  { k, values }: BoundRules,
  nr: string,
  factor: number,
  dearest: boolean,
): number | null {
  const fees = (REDUCED_FEES.get(nr) ?? []).flatMap(({ share, others }) =>
    others.flatMap((other) => {
      const points = values.position('GOZ', other, k.day)?.points ?? null;
      return points === null ? [] : [reducedCents(gozCents(points, factor / 100), share)];
    }),
  );
  return fees.length === 0 ? null : (dearest ? Math.max : Math.min)(...fees);
}
/** Returns the least a part of a service can cost at a factor in hundredths; null where none is known. */
export const leastPartCents = (g: BoundRules, nr: string, factor: number | null): number | null =>
  partCents(g, nr, factor ?? NORMAL_FACTOR, false);

/** Returns the share that a service keeps next to the others of its day and place; 1 where it is whole. */
export function shareBeside({ k }: BoundRules, nr: string, scope: CompiledRule['scope']): number {
  let least = 1;
  for (const { share, others } of REDUCED_FEES.get(nr) ?? [])
    for (let i = k.a; i < k.b; i += 1) {
      const code = k.code[i]!;
      if (
        k.m.codebook.systems[code] === 'GOZ' &&
        others.includes(k.m.codebook.positionNumbers[code]!) &&
        k.matches(i, scope, true)
      )
        least = Math.min(least, share);
    }
  return least;
}

function reduced(g: BoundRules, one: CompiledRule, at: number): Overcharge | null {
  const { k, values } = g,
    l = k.serviceOf[at]!,
    { services } = k.m.snapshot,
    nr = k.m.codebook.positionNumbers[k.code[at]!]!,
    said = services.faktor[l]!,
    factor = said === EMPTY ? NORMAL_FACTOR : said,
    count = k.quantities[at]!,
    points = values.position('GOZ', nr, k.day)?.points ?? null,
    whole = points === null ? null : gozCents(points, factor / 100),
    unit =
      whole === null
        ? partCents(g, nr, factor, true)
        : reducedCents(whole, shareBeside(g, nr, one.scope));
  if (unit === null) return null;
  const paid = Math.round(services.honorar[l]!),
    charged = paid > 0 || whole === null ? paid : whole * count;
  return { charged, allowed: unit * count };
}
function capped(g: BoundRules, most: number, at: number): Overcharge | null {
  const { k } = g,
    l = k.serviceOf[at]!,
    { services } = k.m.snapshot,
    factor = services.faktor[l]!,
    charged = Math.round(services.honorar[l]!);
  return factor === EMPTY || factor <= most || charged <= 0
    ? null
    : { charged, allowed: Math.round((charged * most) / factor) };
}
/**
 * Returns the cents of a warned service that its fix keeps: all of its fee, or the part above a
 * factor. Undefined for a rule without such an amount.
 */
export function securedCents(
  { k }: BoundRules,
  { rule: { wert, faktor: most } }: CompiledRule,
  at: number,
): number | undefined {
  if (wert !== 'SICHERUNG') return undefined;
  const l = k.serviceOf[at]!,
    { services } = k.m.snapshot,
    charged = Math.round(services.honorar[l]!),
    factor = services.faktor[l]!;
  if (most === null) return charged;
  return factor === EMPTY || factor <= most ? 0 : Math.round(charged * (1 - most / factor));
}
/**
 * Returns what a warned service costs too much; null where its fee is right already or no amount is
 * known, undefined for a rule without an amount.
 */
export function overchargeOf(
  g: BoundRules,
  one: CompiledRule,
  at: number,
): Overcharge | null | undefined {
  const { wert, faktor } = one.rule;
  if (wert === 'MINDERUNG') {
    const found = reduced(g, one, at);
    // A cent per unit is a matter of rounding.
    return found !== null && found.charged > found.allowed + g.k.quantities[at]! ? found : null;
  }
  if (wert !== 'HOECHSTSATZ' || faktor === null) return undefined;
  return capped(g, faktor, at) ?? undefined;
}
