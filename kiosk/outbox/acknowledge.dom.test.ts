// Tests of acknowledged rows, expiry and a restored server, on a real IndexedDB implementation.

import { describe, expect, it, vi } from 'vitest';
import { createDb } from './db.ts';
import { createInbox } from './inbox.ts';
import { createOutbox } from './outbox.ts';
import { HARD_CAP_MS } from './acknowledge.ts';
import { cancel, submit, tablet } from './outbox.testing.ts';

describe('acknowledgement', () => {
  it('[sync 6.6] ack keeps the sealed row, safe deletes it, and neither exceeds the other', async () => {
    const t = await tablet();
    for (let i = 0; i < 4; i++)
      await t.outbox.append([
        { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } },
      ]);
    await t.outbox.ack(3, 2);
    expect((await t.db.outbox.toArray()).map((r) => r.n)).toEqual([3, 4]);
    expect(await t.outbox.health()).toMatchObject({ highN: 4, ackSeen: 3, pending: 1 });
    await t.outbox.ack(3, 9);
    expect((await t.db.outbox.toArray()).map((r) => r.n)).toEqual([4]);
  });

  it('[sync 6.6] deletes rows that become safe later, in another registration too', async () => {
    const t = await tablet(),
      inc = 'b'.repeat(32);
    const outbox = createOutbox({ ...t, random: { ...t.random, hex128: () => inc } });
    const fill = async (): Promise<void> => {
      for (let i = 0; i < 3; i++)
        await outbox.append([
          { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } },
        ]);
    };
    const left = async (): Promise<number[]> => t.db.outbox.orderBy('n').primaryKeys();
    await fill();
    const of = { inc: t.inc, epoch: '' };
    await outbox.ack(1, 0, of);
    await outbox.ack(2, 0, of);
    expect(await left()).toEqual([1, 2, 3]);
    await outbox.ack(3, 2, { ...of, epoch: 'another' });
    await outbox.ack(3, 2, of);
    expect(await left()).toEqual([3]);
    await outbox.rotate();
    await fill();
    await outbox.ack(3, 2, { ...of, inc });
    expect(await left()).toEqual([3]);
  });

  it('[sync F7] rows that a newly reached server already has are not pending', async () => {
    const t = await tablet();
    for (let i = 0; i < 3; i++)
      await t.outbox.append([
        { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } },
      ]);
    await t.outbox.rewind('epoch-2', 2);
    expect(await t.outbox.health()).toMatchObject({ ackSeen: 2, pending: 1 });
    await t.outbox.ack(3, 0);
    expect(await t.outbox.health()).toMatchObject({ ackSeen: 3, pending: 0 });
  });

  it('[inv S2] reports its pending submissions and their tasks; starts and logs do not count', async () => {
    const t = await tablet();
    await t.outbox.append([{ kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: 1 } }]);
    await t.outbox.finalize(submit());
    await t.outbox.cancel([cancel({ taskId: 't2' })], true);
    await t.outbox.finalize(submit({ id: t.random.id(), taskId: 't3', kind: 'task.outcome' }));
    expect(await t.outbox.health()).toMatchObject({
      highN: 4,
      ackSeen: 0,
      pending: 4,
      unsent: 2,
      unsentTasks: ['t1', 't3'],
    });
    await t.outbox.ack(2, 0);
    expect(await t.outbox.health()).toMatchObject({
      ackSeen: 2,
      pending: 2,
      unsent: 1,
      unsentTasks: ['t3'],
    });
  });

  it('[inv S2] counts without reading a row twice, also after a rewind or a new registration', async () => {
    const t = await tablet(),
      read = vi.spyOn(IDBObjectStore.prototype, 'get');
    const rowsRead = (): unknown[] =>
      read.mock.calls.flatMap(([key], i) =>
        (read.mock.contexts[i] as IDBObjectStore).name === 'outbox' ? [key] : [],
      );
    await t.outbox.finalize(submit());
    await t.outbox.health();
    await t.outbox.finalize(submit({ id: t.random.id(), taskId: 't2' }));
    expect(await t.outbox.health()).toMatchObject({ pending: 2, unsentTasks: ['t1', 't2'] });
    expect(rowsRead()).toEqual([1, 2]);
    await t.outbox.ack(2, 0);
    expect(await t.outbox.health()).toMatchObject({ pending: 0, unsent: 0 });
    await t.outbox.rewind('epoch-2', 1);
    expect(await t.outbox.health()).toMatchObject({ pending: 1, unsentTasks: ['t2'] });
    await createOutbox({ ...t, random: { ...t.random, hex128: () => 'b'.repeat(32) } }).rotate();
    await t.outbox.finalize(submit({ id: t.random.id(), taskId: 't3' }));
    expect(await t.outbox.health()).toMatchObject({ highN: 1, pending: 1, unsentTasks: ['t3'] });
    read.mockRestore();
  });

  it('[inv S2] expiry deletes only acknowledged rows', async () => {
    const t = await tablet();
    for (let i = 0; i < 2; i++)
      await t.outbox.append([
        { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } },
      ]);
    await t.outbox.ack(1, 0);
    t.clock.pass(HARD_CAP_MS + 1);
    await t.outbox.sweep();
    expect((await t.db.outbox.toArray()).map((r) => r.n)).toEqual([2]);
  });

  it('[inv L2] a clock set back does not hide a waiting op', async () => {
    const t = await tablet();
    let back = 0;
    const outbox = createOutbox({ ...t, clock: { ...t.clock, now: () => t.clock.now() - back } });
    await outbox.append([{ kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: 1 } }]);
    expect((await outbox.health()).oldestPendingMs).toBe(0);
    back = 3_600_000;
    t.clock.pass(150_000);
    expect((await outbox.health()).oldestPendingMs).toBe(150_000);
    await outbox.ack(1, 0);
    expect((await outbox.health()).oldestPendingMs).toBe(0);
  });

  it('[sync F12] a clock jumping by years deletes nothing: the server’s time counts', async () => {
    const t = await tablet();
    let offset = 0;
    const outbox = createOutbox({ ...t, offset: () => offset });
    await outbox.append([{ kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: 1 } }]);
    await outbox.ack(1, 0);
    const jump = 10 * 365 * 86_400_000;
    t.clock.pass(jump);
    offset = -jump;
    await outbox.sweep();
    expect(await t.db.outbox.count()).toBe(1);
    offset = HARD_CAP_MS + 1 - jump;
    await outbox.sweep();
    expect(await t.db.outbox.count()).toBe(0);
  });

  it('[sync 6.6] keeps each acknowledged row for the full hard cap; the period restarts for a rewound one', async () => {
    const t = await tablet();
    const left = async (): Promise<number[]> => {
      await t.outbox.sweep();
      return (await t.db.outbox.toArray()).map((r) => r.n);
    };
    for (let i = 0; i < 4; i++)
      await t.outbox.append([
        { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } },
      ]);
    await t.outbox.ack(1, 0);
    t.clock.pass(2 * 3_600_000);
    await t.outbox.rewind('epoch-1', 3);
    t.clock.pass(HARD_CAP_MS - 3_600_000);
    expect(await left()).toEqual([2, 3, 4]);
    await t.outbox.rewind('epoch-2', 2);
    await t.outbox.ack(3, 0);
    t.clock.pass(2 * 3_600_000);
    expect(await left()).toEqual([2, 3, 4]);
    t.clock.pass(HARD_CAP_MS);
    expect(await left()).toEqual([4]);
  });

  it('[sync F7] resends everything still stored to a restored server', async () => {
    const t = await tablet();
    for (let i = 0; i < 3; i++)
      await t.outbox.append([
        { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } },
      ]);
    await t.outbox.ack(3, 0);
    await t.outbox.rewind('epoch-2', 1);
    expect(await t.outbox.health()).toMatchObject({ ackSeen: 1, pending: 2 });
    expect((await t.outbox.meta()).epoch).toBe('epoch-2');
  });

  it('[sync F7] resends nothing to a new server, unsafe rows to a restored one; the feed is separate', async () => {
    const t = await tablet();
    const inbox = createInbox(t.db, t.clock);
    for (let i = 0; i < 3; i++)
      await t.outbox.append([
        { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } },
      ]);
    await t.outbox.ack(2, 1);
    await t.outbox.meetEpoch('epoch-1');
    expect(await t.outbox.meta()).toMatchObject({ epoch: 'epoch-1', ackN: 2, safeN: 1 });
    await inbox.apply([], 7, 'epoch-1', 0);
    await t.outbox.meetEpoch('epoch-1');
    expect(await t.outbox.health()).toMatchObject({ ackSeen: 2, pending: 1 });
    await t.outbox.meetEpoch('epoch-2');
    expect(await t.outbox.health()).toMatchObject({ ackSeen: 1, pending: 2 });
    // Otherwise the feed would continue from a position in the lost past.
    expect(await inbox.cursor()).toEqual({ cursor: 7, epoch: 'epoch-1' });
    await inbox.apply([], 0, 'epoch-2', null);
    expect(await inbox.cursor()).toEqual({ cursor: 0, epoch: 'epoch-2' });
    expect((await t.outbox.meta()).epoch).toBe('epoch-2');
  });

  it('[sync F11] two windows never assign the same number', async () => {
    const t = await tablet();
    const other = createOutbox({
      ...t,
      db: createDb(t.db.name),
      random: { ...t.random, id: () => crypto.randomUUID() },
    });
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? other : t.outbox).append([
          { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } },
        ]),
      ),
    );
    expect(await t.db.outbox.orderBy('n').primaryKeys()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
