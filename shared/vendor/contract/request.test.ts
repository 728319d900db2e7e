// How long a request for a second administrator can be answered.

import { expect, test } from 'vitest';
import { DAY_MS } from '../../base/day-math.ts';
import { isAnswerable, isOverdue } from './request.ts';

test('a request can be answered for a day, once', () => {
  const open = { state: 'open', at: 0 } as const;
  expect([isAnswerable(open, DAY_MS - 1), isOverdue(open, DAY_MS - 1)]).toEqual([true, false]);
  expect([isAnswerable(open, DAY_MS), isOverdue(open, DAY_MS)]).toEqual([false, true]);
  expect(isAnswerable({ ...open, state: 'approved' }, 0)).toBe(false);
  expect(isOverdue({ ...open, state: 'done' }, DAY_MS)).toBe(false);
});
