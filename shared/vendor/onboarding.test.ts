// The guided start: next step, skips, standstill, and the order of the list.

import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../base/day-math.ts';
import {
  byUrgency,
  median,
  onboardingOf,
  reminderOf,
  STUCK_MS,
  type OnboardingFacts,
} from './onboarding.ts';

const BEGUN = Date.UTC(2026, 10, 20, 9),
  facts = (change: Partial<OnboardingFacts> = {}): OnboardingFacts => ({
    createdAt: BEGUN,
    steps: {
      terms: BEGUN,
      praxis: null,
      target: null,
      sheet: null,
      tablet: null,
      paper: null,
      import: null,
    },
    skips: {},
    codeAt: null,
    ...change,
  });
const stateOf = (one: ReturnType<typeof onboardingOf>, step: string) =>
  one.steps.find((row) => row.step === step)?.state;

test('the first needed step that is not done is the next one; steps that do not apply are not listed', () => {
  const one = onboardingOf(facts(), BEGUN + HOUR_MS);
  expect([one.next, one.settled, one.needed, one.state]).toEqual(['praxis', 1, 6, 'running']);
  expect(stateOf(one, 'contract')).toBeUndefined();
  expect(stateOf(one, 'paper')).toBe('open');
});

test('a practice is stuck after two days without a step, and a new step starts the time again', () => {
  expect(onboardingOf(facts(), BEGUN + STUCK_MS - 1).state).toBe('running');
  expect(onboardingOf(facts(), BEGUN + STUCK_MS).state).toBe('stuck');
  const moved = facts({ steps: { ...facts().steps, praxis: true, tablet: BEGUN + DAY_MS } }),
    one = onboardingOf(moved, BEGUN + STUCK_MS);
  expect([one.state, one.next, one.since]).toEqual(['running', 'target', BEGUN + DAY_MS]);
});

test('a skipped step counts as settled until it is done, and names who skipped it', () => {
  const skip = { name: 'Vera', why: 'Sicherung macht der Betreiber', at: BEGUN + HOUR_MS },
    steps = { ...facts().steps, praxis: true as const };
  const one = onboardingOf(facts({ steps, skips: { target: skip } }), BEGUN + DAY_MS);
  expect([stateOf(one, 'target'), one.next, one.settled]).toEqual(['skipped', 'sheet', 3]);
  const done = onboardingOf(
    facts({ steps: { ...steps, target: BEGUN }, skips: { target: skip } }),
    BEGUN + DAY_MS,
  );
  expect(done.steps.find(({ step }) => step === 'target')).toEqual({
    step: 'target',
    state: 'done',
    side: 'practice',
    at: BEGUN,
    skip: null,
  });
});

test('an optional step stops nothing, and the first paper ends the start', () => {
  const paper = BEGUN + 5 * HOUR_MS,
    one = onboardingOf(
      facts({ steps: { terms: BEGUN, praxis: true, tablet: BEGUN, paper, import: null } }),
      BEGUN + 9 * DAY_MS,
    );
  expect([one.state, one.next, one.firstPaperMs]).toEqual(['done', null, 5 * HOUR_MS]);
  expect(stateOf(one, 'import')).toBe('optional');
});

test('a licence is settled by the vendor, every other step by the practice', () => {
  const { steps } = onboardingOf(
    facts({ steps: { ...facts().steps, contract: null, licence: null } }),
    BEGUN,
  );
  expect(steps.filter(({ side }) => side === 'vendor').map(({ step }) => step)).toEqual([
    'licence',
  ]);
});

test('practices that stand still the longest come first, finished ones last', () => {
  const rows = [
    { state: 'done', since: 9 },
    { state: 'running', since: 1 },
    { state: 'stuck', since: 7 },
    { state: 'stuck', since: 3 },
  ] as const;
  expect([...rows].sort(byUrgency)).toEqual([rows[3], rows[2], rows[1], rows[0]]);
  expect([median([]), median([3]), median([1, 9, 4]), median([2, 4])]).toEqual([null, 3, 4, 3]);
});

test('a code that no tablet used is shown until a tablet is there', () => {
  const facts = { createdAt: BEGUN, skips: {}, codeAt: BEGUN + 1 };
  expect(onboardingOf({ ...facts, steps: { tablet: null } }, BEGUN).codeAt).toBe(BEGUN + 1);
  expect(onboardingOf({ ...facts, steps: { tablet: BEGUN } }, BEGUN).codeAt).toBeNull();
});
test('a mail is due after two days and after a week, and none later or at the end', () => {
  const of = (days: number, next: 'tablet' | 'licence' | null = 'tablet') =>
    reminderOf({ next, since: BEGUN }, BEGUN + days * DAY_MS);
  expect([0, 1, 2, 6, 7, 13, 14].map((days) => of(days))).toEqual([
    undefined,
    undefined,
    1,
    1,
    2,
    2,
    undefined,
  ]);
  expect(of(3, null)).toBeUndefined();
  // The vendor issues it: a mail would ask the owners for something that they cannot do.
  expect([of(3, 'licence'), of(8, 'licence')]).toEqual([undefined, undefined]);
});
