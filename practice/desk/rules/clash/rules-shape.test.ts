// Tests of rules for Mappen that two people changed.

import { expect, test } from 'vitest';
import type { MappeRule } from '../../../../shared/desk/mappe-rules.ts';
import { mergeDrafts } from '../../../ui/saving/merge/merge-drafts.ts';
import { moved } from '../edit-rules.ts';
import { bothOf, RULES_SHAPE, type Rules } from './rules-shape.ts';

const rule = (id: string, part: Partial<MappeRule> = {}): MappeRule => ({
  id,
  isOn: true,
  item: id,
  repeat: { kind: 'months', months: 12 },
  isFull: false,
  when: {},
  note: '',
  ...part,
});
const base = [rule('a'), rule('b'), rule('c')],
  changed = (id: string, part: Partial<MappeRule>, rules: Rules = base): Rules =>
    rules.map((one) => (one.id === id ? { ...one, ...part } : one)),
  merge = (mine: Rules, other: Rules) => mergeDrafts(RULES_SHAPE, { base, mine, other }),
  NONE = new Map<string, 'mine' | 'other'>();

test('a list of rules is the same after it was cut into blocks', () => {
  const rules = [rule('a', { when: { ageFrom: 3, words: ['PZR'] }, note: 'Grund' }), rule('b')];
  expect(RULES_SHAPE.join(RULES_SHAPE.split(rules, undefined, 'b'))).toEqual(rules);
});
test('rules that one side changed, added, removed or moved are joined without a question', () => {
  const mine = [...moved(changed('a', { isOn: false }), 'c', -1), rule('neu')],
    other = changed('b', { note: 'Adas' }).filter(({ id }) => id !== 'c'),
    { conflicts, value } = merge(mine, other);
  expect(conflicts).toEqual([]);
  expect(value(NONE)).toEqual([
    rule('a', { isOn: false }),
    rule('b', { note: 'Adas' }),
    rule('neu'),
  ]);
});
test('different fields of one rule are joined, and words that both added', () => {
  const { conflicts, value } = merge(
    changed('a', { when: { words: ['PZR'] }, isOn: false }),
    changed('a', { when: { words: ['Kontrolle'], visit: 'first' } }),
  );
  expect(conflicts).toEqual([]);
  expect(value(NONE)[0]).toEqual(
    rule('a', { isOn: false, when: { words: ['PZR', 'Kontrolle'], visit: 'first' } }),
  );
});
test.each([
  ['the same field', { note: 'Meiner' }, { note: 'Adas' }],
  ['two ages that could cross', { when: { ageFrom: 60 } }, { when: { ageTo: 14 } }],
  ['a paper and its conditions', { item: 'foto' }, { when: { ageTo: 14 } }],
  [
    'months and another frequency',
    { repeat: { kind: 'months', months: 6 } },
    { repeat: { kind: 'once' } },
  ],
] as const)('%s: both are shown', (_what, mine, other) => {
  expect(merge(changed('a', mine), changed('a', other)).conflicts.map(({ id }) => id)).toEqual([
    'a',
  ]);
});
test('a copy keeps the own rule as a further one that is off, also where the other removed it', () => {
  let made = 0;
  const mine = changed('c', { note: 'Meiner' }, changed('a', { note: 'Meiner' })),
    other = changed('a', { note: 'Adas' }).filter(({ id }) => id !== 'c');
  expect(bothOf(merge(mine, other), () => `kopie-${(made += 1)}`)).toEqual([
    rule('a', { note: 'Adas' }),
    { ...rule('a', { note: 'Meiner', isOn: false }), id: 'kopie-1' },
    rule('b'),
    { ...rule('c', { note: 'Meiner', isOn: false }), id: 'kopie-2' },
  ]);
});
