// Tests of an own rule that two people changed.

import { expect, test } from 'vitest';
import { mergeDrafts } from '../../../../ui/saving/merge/merge-drafts.ts';
import { EMPTY } from '../rule-draft.ts';
import { RULE_SHAPE } from './rule-shape.ts';

test('each field of a rule belongs to one block', () => {
  const named = Object.fromEntries(Object.keys(EMPTY).map((field) => [field, field]));
  expect(RULE_SHAPE.join(RULE_SHAPE.split({ ...EMPTY, ...named }, undefined, 'b'))).toEqual(named);
});
test('title and position of two people stand together; two kinds of conditions ask', () => {
  const { conflicts, value } = mergeDrafts(RULE_SHAPE, {
    base: EMPTY,
    mine: { ...EMPTY, titelDe: 'Meiner', heuteEines: 'B:43' },
    other: { ...EMPTY, nr: '44', zusatz: 'alter > 6' },
  });
  expect(conflicts.map(({ id }) => id)).toEqual(['wenn']);
  expect(value(new Map([['wenn', 'other']]))).toEqual({
    ...EMPTY,
    titelDe: 'Meiner',
    nr: '44',
    zusatz: 'alter > 6',
  });
});
