// Changes to a list of rules, each returning a new list. Pure.

import type { MappeRule, RuleWhen } from '../../../shared/desk/mappe-rules.ts';

type Rules = readonly MappeRule[];

/** Moves a rule one place up (-1) or down (1); at the ends nothing changes. */
export function moved(rules: Rules, id: string, by: -1 | 1): Rules {
  const at = rules.findIndex((one) => one.id === id),
    to = at + by,
    here = rules[at],
    there = rules[to];
  return here && there
    ? rules.map((one, index) => (index === at ? there : index === to ? here : one))
    : rules;
}
export const toggled = (rules: Rules, id: string, isOn: boolean): Rules =>
  rules.map((one) => (one.id === id ? { ...one, isOn } : one));
export const removed = (rules: Rules, id: string): Rules => rules.filter((one) => one.id !== id);
/** Replaces a known rule, otherwise appends it. */
export const stored = (rules: Rules, rule: MappeRule): Rules =>
  rules.some((one) => one.id === rule.id)
    ? rules.map((one) => (one.id === rule.id ? rule : one))
    : [...rules, rule];
export const newRule = (id: string, item: string): MappeRule => ({
  id,
  isOn: true,
  item,
  repeat: { kind: 'months', months: 12 },
  isFull: false,
  when: {},
  note: '',
});

/** Returns conditions with content: empty lists and fields are dropped. */
export function tidyWhen(when: RuleWhen): RuleWhen {
  return Object.fromEntries(
    Object.entries(when).filter(
      ([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0),
    ),
  );
}
const plain = ({ isOn: _isOn, ...rule }: MappeRule): string =>
  JSON.stringify([
    rule.id,
    rule.item,
    rule.repeat,
    rule.isFull,
    Object.entries(tidyWhen(rule.when)).sort(([a], [b]) => (a < b ? -1 : 1)),
    rule.note,
  ]);
export const isSame = (a: Rules, b: Rules): boolean =>
  a.length === b.length &&
  a.every((one, at) => {
    const other = b[at];
    return other !== undefined && plain(one) === plain(other) && one.isOn === other.isOn;
  });
/** Checks whether a rule equals the shipped one, on or off: then the product's reason applies. */
export const isAsShipped = (rule: MappeRule, shipped: Rules): boolean =>
  shipped.some((one) => plain(one) === plain(rule));

export type RuleProblem = 'item' | 'ages' | 'months';
/** Returns the errors of a rule while it is edited. */
export function problemsOf({ item, when, repeat }: MappeRule): RuleProblem[] {
  return [
    ...(item === '' ? ['item' as const] : []),
    ...(when.ageFrom !== undefined && when.ageTo !== undefined && when.ageFrom > when.ageTo
      ? ['ages' as const]
      : []),
    ...(repeat.kind === 'months' &&
    !(Number.isInteger(repeat.months) && repeat.months >= 1 && repeat.months <= 240)
      ? ['months' as const]
      : []),
  ];
}
