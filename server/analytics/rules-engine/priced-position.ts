/** The position a rule proposes, with its points and cents. */
import { REDUCED_FEES, reducedCents } from '../../../catalog/limits/reduced-fees.ts';
import { coPayment, gozCents, laserCents } from '../../../shared/analytics/billing/fees.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import type { BoundRules } from './bound-rules.ts';
import type { CompiledRule } from './compiled-rules.ts';
import { withDoubt, type PricedPosition } from './hit.ts';
import { triggersOf } from './places.ts';
import { TOOTH_BITS } from './tooth-masks.ts';
import { leastPartCents, shareBeside } from './overcharge.ts';
import { doubtOf, type Value } from './value.ts';

/** Number of the private filling that a statutory one could have been. */
const COMPOSITE_FILLINGS: Readonly<Record<string, string>> = {
  '13a': '2060',
  '13b': '2080',
  '13c': '2100',
  '13d': '2120',
};

/** Returns the proposed position and its value; null where the rule proposes none. */
export function pricedPosition(
  g: BoundRules,
  one: CompiledRule,
  quantity: number,
): PricedPosition | null {
  switch (one.rule.wert) {
    case 'PLAN':
      return wholePlan(g);
    case 'LEISTUNGEN':
      return { system: 'EIGEN', nr: '', punkte: null, cents: 0 };
    case 'MEHRKOSTEN':
      return compositeFilling(g, one, quantity);
    case 'FAKTOR':
      return raisedFactor(g, one);
    case 'LASER':
      return laserSurcharge(g, one);
    case 'AIT_REST':
      return uncharged(g);
    case 'MINDERUNG':
    case 'HOECHSTSATZ':
    case 'SICHERUNG':
      return null;
    case undefined:
      return ownPosition(g, one, quantity);
  }
}

/** Value of the plan, else of the perio case. */
function wholePlan({ k }: BoundRules): PricedPosition {
  const { rawRows } = k.m.snapshot;
  const { plan } = k;
  const parCase = plan < 0 ? k.perioCase() : -1;
  const cents =
    plan >= 0
      ? rawRows.tables.hkp.columns['gesamt']![plan]!
      : parCase >= 0
        ? rawRows.tables.parfall.columns['wert']![parCase]!
        : 0;
  return {
    system: 'EIGEN',
    nr: '',
    punkte: null,
    ...(Number.isNaN(cents) ? { cents: 0, wertArt: 'UNBEKANNT' } : { cents: Math.round(cents) }),
  };
}

/** The private filling instead of the statutory one: the patient's co-payment. */
function compositeFilling(
  { k, values }: BoundRules,
  { rule }: CompiledRule,
  quantity: number,
): PricedPosition | null {
  if (k.row < 0) return null;
  const nr = COMPOSITE_FILLINGS[k.m.codebook.positionNumbers[k.code[k.row]!]!];
  const points = nr === undefined ? null : (values.position('GOZ', nr, k.day)?.points ?? null);
  return nr === undefined || points === null
    ? null
    : {
        system: 'GOZ',
        nr,
        punkte: points * quantity,
        cents: coPayment(
          gozCents(points, (rule.faktor ?? 230) / 100, quantity),
          Math.round(k.m.snapshot.services.honorar[k.serviceOf[k.row]!]!),
        ),
      };
}

/** The charged service again, with the difference of a higher factor. */
function raisedFactor({ k, values }: BoundRules, { rule }: CompiledRule): PricedPosition | null {
  if (k.row < 0) return null;
  const nr = k.m.codebook.positionNumbers[k.code[k.row]!]!;
  const count = k.quantities[k.row]!;
  const points = values.position('GOZ', nr, k.day)?.points ?? null;
  return points === null
    ? null
    : {
        system: 'GOZ',
        nr,
        punkte: points * count,
        cents: gozCents(points, (rule.faktor ?? 350) / 100, count) - gozCents(points, 2.3, count),
      };
}

/** The surcharge for a laser, by the service of the day with the most points. */
function laserSurcharge({ k, values }: BoundRules, one: CompiledRule): PricedPosition | null {
  const { position } = one.rule;
  let most = 0;
  for (const i of triggersOf(k, one))
    most = Math.max(
      most,
      values.position('GOZ', k.m.codebook.positionNumbers[k.code[i]!]!, k.day)?.points ?? 0,
    );
  return most === 0 || position === null
    ? null
    : { system: position.system, nr: position.nr, punkte: null, cents: laserCents(most) };
}

/** Checks whether a service names the tooth asked about; any service where none is. */
const isAtPlace = (k: BoundRules['k'], i: number): boolean =>
  k.tooth < 0 ||
  (k.permanent[i]! & TOOTH_BITS[k.tooth]!.permanent) !== 0 ||
  (k.milk[i]! & TOOTH_BITS[k.tooth]!.milk) !== 0;
/** The value of a GOZ position whose fee is reduced; undefined where it is whole. */
function gozValue(
  g: BoundRules,
  { rule: { position, faktor }, scope }: CompiledRule,
  nr: string,
  quantity: number,
): Value | undefined {
  if (position?.system !== 'GOZ' || !REDUCED_FEES.has(nr)) return undefined;
  const whole = g.values.valueOf(g.k, 'GOZ', nr, 1, faktor);
  if (whole.punkte === null) {
    // Which service it is a part of is not known: the least of them is a guess.
    const least = leastPartCents(g, nr, faktor);
    return least === null
      ? undefined
      : { punkte: null, cents: least * quantity, wertArt: 'GESCHAETZT' };
  }
  const share = shareBeside(g, nr, scope);
  return share === 1 ? undefined : { ...whole, cents: reducedCents(whole.cents, share) * quantity };
}
/** The position of the rule, less the fees of the services that it replaces. */
function ownPosition(g: BoundRules, one: CompiledRule, quantity: number): PricedPosition | null {
  const { k } = g;
  const { position, faktor } = one.rule;
  if (position === null) return null;
  const { system } = position;
  const nr = k.tooth >= 0 && one.alternative?.an[k.tooth] === 1 ? one.alternative.nr : position.nr;
  const { punkte, cents, wertArt } =
    gozValue(g, one, nr, quantity) ?? g.values.valueOf(k, system, nr, quantity, faktor);
  const found: PricedPosition = {
    system,
    nr,
    punkte: punkte === null ? null : punkte * quantity,
    cents,
    ...withDoubt(wertArt),
  };
  if (!one.replaced || wertArt === 'UNBEKANNT') return found;
  let replaced = 0;
  for (let i = k.a; i < k.b; i += 1)
    if (one.replaced[k.code[i]!] === 1 && isAtPlace(k, i))
      replaced += k.m.snapshot.services.honorar[k.serviceOf[i]!]!;
  return { ...found, cents: Math.max(0, cents - Math.round(replaced)) };
}

/** Planned teeth that were not charged: those with several roots first, the value of both. */
function uncharged(g: BoundRules): PricedPosition | null {
  const { k } = g;
  const parCase = k.perioCase(),
    from = parCase < 0 ? null : k.dayNumberOf('parfall', 'erstelltAm', parCase);
  if (from === null) return null;
  const rest = (name: string, nr: string): number => {
    const planned = k.m.column('parfall', name)[parCase]!;
    return planned === EMPTY
      ? 0
      : Math.max(
          0,
          planned -
            k.sum(
              k.m.codebook.codesOf([
                { system: 'BEMA', muster: nr, fenster: null, scope: '', wort: nr },
              ]),
              from,
              '',
            ),
        );
  };
  const one = rest('zaehneEinwurzelig', 'AITa'),
    more = rest('zaehneMehrwurzelig', 'AITb'),
    a = g.values.valueOf(k, 'BEMA', 'AITa', one, null),
    b = g.values.valueOf(k, 'BEMA', 'AITb', more, null);
  if (one + more === 0) return null;
  const valueKind = doubtOf(one > 0 ? a.wertArt : undefined, more > 0 ? b.wertArt : undefined);
  const cents = (one > 0 ? a.cents : 0) + (more > 0 ? b.cents : 0);
  return {
    system: 'BEMA',
    nr: more > 0 ? 'AITb' : 'AITa',
    menge: more > 0 ? more : one,
    punkte: (a.punkte ?? 0) * one + (b.punkte ?? 0) * more,
    cents: valueKind === 'UNBEKANNT' ? 0 : cents,
    ...withDoubt(valueKind),
  };
}
