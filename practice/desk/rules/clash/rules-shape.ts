// The rules that fill a Mappe as blocks, one for each rule, for two people who changed them. Pure.

import type { MappeRule } from '../../../../shared/desk/mappe-rules.ts';
import { blendOf, type Grain } from '../../../ui/saving/merge/blend.ts';
import type { Merged, Shape } from '../../../ui/saving/merge/merge-drafts.ts';
import type { Block, Side } from '../../../ui/saving/merge/merge-trees.ts';
import { tidyWhen } from '../edit-rules.ts';

export type Rules = readonly MappeRule[];

/**
 * Fields that rest on another one: conditions are those of a paper, a number of months is one of a
 * frequency, and two ages must not cross.
 */
const HEADS: Readonly<Record<string, string>> = {
  repeat: 'item',
  isFull: 'item',
  when: 'item',
  months: 'kind',
  ageFrom: 'ageTo',
  ageTo: 'ageFrom',
};
const GRAIN: Grain = {
  nameOf: (part) => (typeof part === 'string' ? part : undefined),
  headOf: (field) => HEADS[field],
};

/** Returns the rule of a block of `RULES_SHAPE`. */
export const ruleOf = ({ id, own }: Block): MappeRule => ({
  ...(own as Omit<MappeRule, 'id'>),
  id,
});

/** How a list of rules is cut into blocks; the root's name is that of no rule. */
export const RULES_SHAPE: Shape<Rules> = {
  split: (rules) => ({
    id: '',
    own: null,
    kids: rules.map(({ id, ...rule }): Block => ({
      id,
      own: { ...rule, when: tidyWhen(rule.when) },
      kids: [],
    })),
  }),
  join: ({ kids }) => kids.map(ruleOf),
  blend: (base, mine, other) => blendOf(base, mine, other, GRAIN)?.joined,
};

/**
 * Joins two lists so that both states of a contradiction stay: the rule of the other counts, the own
 * one follows it as a further rule that is off.
 * @param newId makes the id of a further rule
 */
export function bothOf({ conflicts, value }: Merged<Rules>, newId: () => string): Rules {
  const others = new Map(conflicts.map(({ id }): [string, Side] => [id, 'other'])),
    own = conflicts.flatMap(({ mine }) => (mine ? [ruleOf(mine)] : [])),
    joined = value(others),
    copyOf = (rule: MappeRule): MappeRule => ({ ...rule, id: newId(), isOn: false }),
    isKept = new Set(joined.map(({ id }) => id));
  return [
    ...joined.flatMap((rule) => [rule, ...own.filter(({ id }) => id === rule.id).map(copyOf)]),
    ...own.filter(({ id }) => !isKept.has(id)).map(copyOf),
  ];
}
