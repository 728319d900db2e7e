// Annexes of the guideline by size, and the clock of a data breach.
import { expect, it } from 'vitest';
import { GUIDELINE } from '../../catalog/compliance/guideline.ts';
import { HOUR_MS } from '../base/day-math.ts';
import { annexesOf, breachDue, breachState } from './compliance.ts';

it('larger practices and large devices add annexes', () => {
  const of = (people: number, hasLargeDevices = false) => annexesOf({ people, hasLargeDevices });
  expect([of(1), of(5), of(6), of(20), of(21), of(5, true), of(21, true)]).toEqual([
    [1, 5],
    [1, 5],
    [1, 2, 5],
    [1, 2, 5],
    [1, 2, 3, 5],
    [1, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
});
it('the clock of a breach runs 72 hours from awareness, until it is settled', () => {
  const facts = { awareAt: 0, decision: 'undecided', reportedAt: null } as const;
  expect(breachDue(0)).toBe(72 * HOUR_MS);
  expect(breachState(facts, 72 * HOUR_MS)).toBe('running');
  expect(breachState(facts, 72 * HOUR_MS + 1)).toBe('late');
  expect(breachState({ ...facts, decision: 'report' }, 80 * HOUR_MS)).toBe('late');
  expect(breachState({ ...facts, decision: 'no_risk' }, 80 * HOUR_MS)).toBe('settled');
  expect(breachState({ ...facts, reportedAt: 80 * HOUR_MS }, 90 * HOUR_MS)).toBe('settled');
});
it('points of the guideline have unique names and words in both languages', () => {
  expect(new Set(GUIDELINE.map(({ id }) => id)).size).toBe(GUIDELINE.length);
  expect(GUIDELINE.every(({ de, en }) => de !== '' && en !== '')).toBe(true);
});
