// When a dunning step counts, and when its mail needs a person.

import { expect, test } from 'vitest';
import { DAY_MS } from '../../base/day-math.ts';
import { isDelivered, noticeProblem, type Notice } from './notice.ts';

const NOTICE: Notice = { step: 1, at: 0, attempt: 0, keys: ['a', 'b'], isByHand: false };

test('one owner who got the mail is enough', () => {
  expect(isDelivered(NOTICE, ['failed', 'sent'])).toBe(true);
  expect(isDelivered(NOTICE, ['failed', 'waiting'])).toBe(false);
  expect(isDelivered({ ...NOTICE, isByHand: true }, ['failed'])).toBe(true);
});

test('a mail that no owner can get, and one that waits for days, need a person', () => {
  expect(noticeProblem(NOTICE, ['failed', 'failed'], 0)).toBe('failed');
  expect(noticeProblem(NOTICE, [], 0)).toBe('failed');
  expect(noticeProblem(NOTICE, ['failed', 'waiting'], DAY_MS)).toBeUndefined();
  expect(noticeProblem(NOTICE, ['failed', 'waiting'], 3 * DAY_MS)).toBe('late');
  expect(noticeProblem(NOTICE, ['sent', 'failed'], 3 * DAY_MS)).toBeUndefined();
});
