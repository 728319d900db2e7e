// Tests of the ledger's view: every state either has its end or names the missing step, and work
// without contact for a minute is reported.

import { describe, expect, it } from 'vitest';
import { board, mappe, NOW, tablet, task } from '../board.fixture.ts';
import { missingOf } from './ledger.ts';
import { isEnd, TASK_STATES } from '../../../../shared/desk/task.ts';

const MINUTE = 60_000;
const [seen] = board().tablets;

describe('the ledger', () => {
  it.each(TASK_STATES)('%s has its proven end or names the missing step', (state) => {
    expect(missingOf(task({ state }), mappe(), seen ?? null, NOW) === undefined).toBe(isEnd(state));
  });
  it('a minute counts from the last contact, not from the start', () => {
    const at = (heardAt: number | undefined, now = NOW) =>
      missingOf(
        task({ stateAt: NOW - 30 * MINUTE, ...(heardAt !== undefined && { heardAt }) }),
        mappe(),
        tablet({ lastSeenAt: now }),
        now,
      );
    expect(at(NOW - MINUTE)).toMatchObject({ missing: 'end', isUnheard: false });
    expect(at(NOW - MINUTE - 1)).toEqual({
      missing: 'word',
      since: NOW - MINUTE - 1,
      isUnheard: true,
    });
  });
  it('a task whose tablet is signed out or unknown is not waited for', () => {
    expect(
      missingOf(task(), mappe(), tablet({ revokedAt: NOW, lastSeenAt: NOW - 2 * MINUTE }), NOW),
    ).toMatchObject({ missing: 'contact', isUnheard: true });
    expect(missingOf(task(), mappe(), null, NOW)).toMatchObject({
      missing: 'contact',
      isUnheard: true,
    });
  });
  it('an interrupted task that its tablet finished nevertheless is on its way', () => {
    expect(
      missingOf(
        task({ state: 'interrupted', isHeld: true }),
        mappe(),
        tablet({ pending: 1, oldestPendingMs: 5 }),
        NOW,
      ),
    ).toEqual({ missing: 'arrival', since: NOW - 5, isUnheard: false });
  });
  it('[inv L2] an op pending at the last heartbeat ages with the heartbeat', () => {
    const held = (ms: number) =>
      missingOf(
        task({ isHeld: true }),
        mappe(),
        tablet({ pending: 1, oldestPendingMs: 20_000, lastSeenAt: NOW - ms, activityAt: NOW - ms }),
        NOW,
      );
    expect(held(40_000)).toEqual({ missing: 'arrival', since: NOW - MINUTE, isUnheard: false });
    expect(held(40_001)).toMatchObject({ missing: 'arrival', isUnheard: true });
  });
  it('a paper waits for staff, and is watched only while it is read on a tablet', () => {
    expect(missingOf(task({ state: 'paper', reading: 'none' }), mappe(), null, NOW)).toMatchObject({
      missing: 'hand',
      isUnheard: false,
    });
    expect(
      missingOf(
        task({ state: 'paper', reading: 'running' }),
        mappe(),
        tablet({ lastSeenAt: NOW - 2 * MINUTE }),
        NOW,
      ),
    ).toMatchObject({ missing: 'contact', isUnheard: true });
  });
});
