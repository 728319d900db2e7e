// Rules of plans and of open payments.

import { expect, test } from 'vitest';
import { isOwed, isUpgrade, nextStep, owedCents, PAYMENT_STATES, paymentState } from './payment.ts';

const DAY = 86_400_000,
  base = {
    status: 'open',
    isAttempted: true,
    isProcessing: false,
    totalCents: 100,
    disputedCents: 0,
    recoveredCents: 0,
  };

test('a debit on its way is never an open debt', () => {
  expect(isOwed({ ...base, isProcessing: true })).toBe(false);
  expect(isOwed({ ...base, isAttempted: false })).toBe(false);
  expect(isOwed(base)).toBe(true);
});

test('a returned debit is owed although the provider calls its invoice paid', () => {
  expect(isOwed({ ...base, status: 'paid' })).toBe(false);
  const returned = { ...base, status: 'paid', disputedCents: 100 };
  expect(isOwed(returned)).toBe(true);
  expect(isOwed({ ...returned, isProcessing: true })).toBe(false);
  expect(owedCents({ ...returned, recoveredCents: 40 })).toBe(60);
  expect(isOwed({ ...returned, recoveredCents: 100 })).toBe(false);
});

test('steps follow after 7, 14, 28, 42 and 90 days, and payment ends them at once', () => {
  const seen: string[] = [];
  let step = 0,
    stepAt = 0;
  for (let day = 0; day <= 100; day++) {
    const next = nextStep({ openSince: 0, step, stepAt }, day * DAY);
    if (next === undefined) continue;
    [step, stepAt] = [next, day * DAY];
    seen.push(
      `${day} ${paymentState({ hasContract: true, hasEnded: false, isPaused: false, openSince: 0, step })}`,
    );
  }
  expect(seen).toEqual([
    '7 reminded',
    '14 dunned1',
    '28 dunned2',
    '42 restricted',
    '90 endedUnpaid',
  ]);
  expect(
    paymentState({ hasContract: true, hasEnded: false, isPaused: false, openSince: null, step }),
  ).toBe('active');
});

test('after a pause of the server no step is skipped and two never come on one day', () => {
  const first = nextStep({ openSince: 0, step: 0, stepAt: 0 }, 60 * DAY);
  expect(first).toBe(1);
  expect(nextStep({ openSince: 0, step: 1, stepAt: 60 * DAY }, 60 * DAY)).toBeUndefined();
  expect(nextStep({ openSince: 0, step: 1, stepAt: 60 * DAY }, 67 * DAY)).toBe(2);
});

test('while a person holds dunning no step is due, and the next one follows its end', () => {
  const held = { openSince: 0, step: 1, stepAt: 7 * DAY, holdUntil: 30 * DAY };
  expect(nextStep(held, 29 * DAY)).toBeUndefined();
  expect(nextStep(held, 30 * DAY)).toBe(2);
  expect(nextStep({ ...held, holdUntil: 8 * DAY }, 13 * DAY)).toBeUndefined();
});

test('a paused contract is named so, and an open debt comes first', () => {
  const facts = { hasContract: true, hasEnded: false, isPaused: true, openSince: null, step: 0 };
  expect(paymentState(facts)).toBe('paused');
  expect(paymentState({ ...facts, openSince: 0 })).toBe('open');
});

test('every state has a name, and a larger plan is an upgrade', () => {
  expect(
    paymentState({
      hasContract: false,
      hasEnded: false,
      isPaused: false,
      openSince: null,
      step: 0,
    }),
  ).toBe('none');
  expect(
    paymentState({ hasContract: true, hasEnded: true, isPaused: false, openSince: null, step: 0 }),
  ).toBe('ended');
  expect(PAYMENT_STATES).toHaveLength(10);
  expect([isUpgrade('praxis', 'praxisPlus'), isUpgrade('praxisPlus', 'praxis')]).toEqual([
    true,
    false,
  ]);
});
