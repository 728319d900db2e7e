// When a debit is announced, and when that was in time.

import { expect, test } from 'vitest';
import { DAY_MS } from '../../base/day-math.ts';
import { isInTime, isToAnnounce, type NextDebit } from './debit.ts';

const END = 100 * DAY_MS,
  NEXT: NextDebit = {
    methodKind: 'sepa_debit',
    periodEnd: END,
    isEnding: false,
    hasEnded: false,
    pausedUntil: null,
  };

test('a debit is announced at least 14 days before, with a day to spare', () => {
  expect(isToAnnounce(NEXT, END - 17 * DAY_MS)).toBe(false);
  expect(isToAnnounce(NEXT, END - 16 * DAY_MS)).toBe(true);
  expect(isInTime({ at: END - 15 * DAY_MS, dueAt: END, isOrdered: false })).toBe(true);
  expect(isInTime({ at: END - 13 * DAY_MS, dueAt: END, isOrdered: false })).toBe(false);
  expect(isInTime({ at: END, dueAt: END, isOrdered: true })).toBe(true);
});

test.each<Partial<NextDebit>>([
  { methodKind: 'card' },
  { methodKind: null },
  { isEnding: true },
  { hasEnded: true },
  { pausedUntil: END + 1 },
  { periodEnd: null },
])('nothing is announced for %o', (change) => {
  expect(isToAnnounce({ ...NEXT, ...change }, END - DAY_MS)).toBe(false);
});
