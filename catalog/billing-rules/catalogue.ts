// Billing rules of the product: proposals and checks as data, each with its source; read and
// validated once.

import {
  RULE_KINDS,
  RULE_INSURERS,
  RULE_VALUES,
  type Rule,
} from '../../shared/analytics/billing/rule.ts';
import { parseCondition, parseQuantity } from '../../shared/analytics/billing/parse-condition.ts';
import { parseTokenTree } from '../../shared/analytics/billing/parse-token-tree.ts';
import { parseToken, parseTeeth } from '../../shared/analytics/billing/rule-tokens.ts';
import { LIMIT_RULES } from '../limits/catalogue.ts';
import { DOCUMENTED_RULES } from './documented.ts';
import data from './regeln@2026.json' with { type: 'json' };

function readWords(one: Rule): Rule {
  if (
    !RULE_KINDS.includes(one.art) ||
    !RULE_INSURERS.includes(one.kasse) ||
    (one.wert !== undefined && !RULE_VALUES.includes(one.wert))
  )
    throw new RangeError(`rule ${one.id}`);
  for (const wort of [
    ...one.heuteEines,
    ...one.heuteKeines,
    ...one.historieKeine,
    ...one.historieNoetig,
    ...(one.ersetzt ?? []),
  ])
    parseToken(wort);
  if (one.heuteAlle !== '') parseTokenTree(one.heuteAlle);
  parseCondition(one.zusatz);
  parseQuantity(one.menge);
  if (one.anZaehnen) parseTeeth(one.anZaehnen.zaehne);
  return one;
}
/** The written rules, in the order of their groups; ids are never reused. */
export const WRITTEN_RULES: readonly Rule[] = data.rules.map((one) =>
  readWords(one as unknown as Rule),
);
/** All rules of the product: the written ones, those of noted treatments, the checks of limits. */
export const HOUSE_RULES: readonly Rule[] = [
  ...WRITTEN_RULES,
  ...DOCUMENTED_RULES.map(readWords),
  ...LIMIT_RULES,
];
export const findRule = (id: string): Rule | undefined => HOUSE_RULES.find((one) => one.id === id);
