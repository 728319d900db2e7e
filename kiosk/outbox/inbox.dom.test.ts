// Tests of the inbox and its lease on a real IndexedDB implementation with real cryptography.

import { describe, expect, it } from 'vitest';
import { createInbox } from './inbox.ts';
import { createOutbox } from './outbox.ts';
import { testTablet } from './testing.ts';
import { body } from './inbox.testing.ts';

describe('inbox', () => {
  it('[sync 6.3] applies rows and cursor together; ignores replays and older revisions', async () => {
    const t = await testTablet();
    const inbox = createInbox(t.db, t.clock);
    await inbox.apply(
      [
        { seq: 1, op: 'put', body: body() },
        { seq: 2, op: 'put', body: body({ taskId: 't2', position: 1 }) },
      ],
      2,
      'e',
      0,
    );
    await inbox.apply(
      [
        { seq: 1, op: 'put', body: body() },
        { seq: 2, op: 'revoke', taskId: 't1' },
      ],
      2,
      'e',
      0,
    );
    expect((await inbox.read()).map((b) => b.taskId)).toEqual(['t1', 't2']);
    await inbox.apply(
      [
        { seq: 3, op: 'put', body: body({ taskRev: 3 }) },
        { seq: 4, op: 'put', body: body({ taskRev: 2 }) },
        { seq: 5, op: 'revoke', taskId: 't2' },
      ],
      5,
      'e',
      0,
    );
    expect((await inbox.read()).map((b) => [b.taskId, b.taskRev])).toEqual([['t1', 3]]);
    expect(await inbox.cursor()).toEqual({ cursor: 5, epoch: 'e' });
    const row = (await t.db.inbox.get('t1'))!;
    expect(new TextDecoder('latin1').decode(row.bytes)).not.toContain('Mustermann');
  });

  it('[inv S5] a task ended here is not restored by a replay, only by a new revision', async () => {
    const t = await testTablet();
    const inbox = createInbox(t.db, t.clock),
      outbox = createOutbox(t);
    await inbox.apply([{ seq: 1, op: 'put', body: body() }], 1, 'e', 0);
    await outbox.finalize({ id: 'a', kind: 'task.submit', taskId: 't1', taskRev: 1, payload: {} });
    await inbox.apply([{ seq: 1, op: 'put', body: body() }], 1, 'e2', null);
    expect(await inbox.read()).toEqual([]);
    await inbox.apply([{ seq: 2, op: 'put', body: body({ taskRev: 2 }) }], 2, 'e2', 0);
    expect((await inbox.read()).map((b) => b.taskRev)).toEqual([2]);
  });

  it('the lease: 24 h by the monotonic clock, unaffected by a clock set back; expiry destroys the rows', async () => {
    const t = await testTablet();
    const inbox = createInbox(t.db, t.clock);
    const day = 24 * 3_600_000;
    await inbox.apply([{ seq: 1, op: 'put', body: body() }], 1, 'e', 0);
    await inbox.extendLease(9_000_000 + day, 9_000_000);
    t.clock.pass(day - 1000);
    expect(await inbox.leaseLeft()).toBe(1000);
    const setBack = createInbox(t.db, { ...t.clock, now: () => 5 });
    expect(await setBack.leaseLeft()).toBe(day);
    expect(
      await createInbox(t.db, { ...t.clock, now: () => t.clock.now() + 5000 }).leaseLeft(),
    ).toBe(-4000);
    await inbox.dropLease();
    expect([
      await inbox.read(),
      (await inbox.cursor()).cursor,
      await t.db.keys.get('lease'),
    ]).toEqual([[], 0, undefined]);
    // A request from before the end follows rows that are deleted.
    const late = { seq: 2, op: 'put', body: body({ taskId: 't2' }) } as const;
    expect([
      await inbox.apply([late], 2, 'e', 1),
      await inbox.cursor(),
      await t.db.inbox.count(),
    ]).toEqual([false, { cursor: 0, epoch: 'e' }, 0]);
  });
});
