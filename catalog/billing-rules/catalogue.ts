// The billing rules that the product brings: proposals and checks as data, each with its source; read once and checked.

import {
  REGEL_ARTEN,
  REGEL_KASSEN,
  REGEL_WERTE,
  type Regel,
} from '../../shared/analytics/billing/rule.ts';
import {
  liesBedingung,
  liesMarke,
  liesMarkenbaum,
  liesMenge,
  liesZaehne,
} from '../../shared/analytics/billing/rule-language.ts';
import data from './regeln@2026.json' with { type: 'json' };

export const REGELN_QUELLE = { source: data.source, readOn: data.readOn } as const;

function lies(rule: (typeof data.rules)[number]): Regel {
  const one = rule as unknown as Regel;
  if (
    !REGEL_ARTEN.includes(one.art) ||
    !REGEL_KASSEN.includes(one.kasse) ||
    (one.wert !== undefined && !REGEL_WERTE.includes(one.wert))
  )
    throw new RangeError(`rule ${one.id}`);
  for (const wort of [
    ...one.heuteEines,
    ...one.heuteKeines,
    ...one.historieKeine,
    ...one.historieNoetig,
    ...(one.ersetzt ?? []),
  ])
    liesMarke(wort);
  if (one.heuteAlle !== '') liesMarkenbaum(one.heuteAlle);
  liesBedingung(one.zusatz);
  liesMenge(one.menge);
  if (one.anZaehnen) liesZaehne(one.anZaehnen.zaehne);
  return one;
}
/** In the order of their groups; ids are never given again. */
export const REGELN: readonly Regel[] = data.rules.map(lies);
export const findRegel = (id: string): Regel | undefined => REGELN.find((one) => one.id === id);
