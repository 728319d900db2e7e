// Tests of the outbox on a real IndexedDB implementation with real cryptography: numbers, single
// ending, acknowledgement, restore.

import { describe, expect, it, vi } from 'vitest';
import { opAad, opDigestText } from '../../shared/exchange/sync.ts';
import { openSealed } from '../../shared/exchange/opening.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import { classify, createDb } from './db.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createInbox } from './inbox.ts';
import { ensureKey } from './keys.ts';
import { AlreadyEnded } from './write-ops.ts';
import { createOutbox } from './outbox.ts';
import { HARD_CAP_MS } from './acknowledge.ts';
import type { OpOrder } from './seal-op.ts';
import { testTablet } from './testing.ts';

const submit = (o: Partial<OpOrder> = {}): OpOrder => ({
  id: 'op-1',
  kind: 'task.submit',
  taskId: 't1',
  taskRev: 1,
  payload: { taskId: 't1', secret: 'Erika Mustermann' },
  ...o,
});
const cancel = (o: Partial<OpOrder> = {}): OpOrder => ({
  id: 'op-2',
  kind: 'task.cancel',
  taskId: 't1',
  taskRev: 1,
  payload: { taskId: 't1', reason: 'idle' },
  ...o,
});

async function tablet() {
  const t = await testTablet();
  const outbox = createOutbox(t);
  await ensureKey(t.db, 'task:t1');
  await t.db.inbox.put({
    taskId: 't1',
    mappeId: 'm',
    taskRev: 1,
    seq: 1,
    iv: new Uint8Array(12),
    bytes: new Uint8Array(3),
  });
  await t.db.drafts.put({
    taskId: 't1',
    taskRev: 1,
    draftRev: 4,
    page: 2,
    of: 4,
    iv: new Uint8Array(12),
    bytes: new Uint8Array(9),
    sealed: new Uint8Array(5),
    sealedRev: 4,
  });
  return { ...t, outbox };
}

describe('finalize', () => {
  it('[sync F1] writes op, number, draft, key and task together', async () => {
    const t = await tablet();
    await t.outbox.append([{ kind: 'task.start', taskId: 't1', taskRev: 1, payload: { at: 1 } }]);
    await t.outbox.finalize(submit());
    const rows = await t.db.outbox.orderBy('n').toArray();
    expect(rows.map((r) => [r.n, r.kind])).toEqual([
      [1, 'task.start'],
      [2, 'task.submit'],
    ]);
    expect([
      await t.db.drafts.count(),
      await t.db.inbox.count(),
      await t.db.keys.get('task:t1'),
    ]).toEqual([0, 0, undefined]);
    expect(await t.open(rows[1]!)).toEqual({ taskId: 't1', secret: 'Erika Mustermann' });
    expect(rows[1]!.sha256).toBe(await sha256Hex(opDigestText(rows[1]!), rows[1]!.sealed));
  });

  it('[sync F1] a crash inside the transaction leaves the draft, never half of both', async () => {
    const t = await tablet();
    // The last of its writes: the task's own row.
    const { delete: real } = IDBObjectStore.prototype;
    const stop = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
      this: IDBObjectStore,
      key,
    ) {
      if (this.name === 'inbox') throw new Error('killed');
      return real.call(this, key);
    });
    await expect(t.outbox.finalize(submit())).rejects.toThrow('killed');
    stop.mockRestore();
    expect([
      await t.db.outbox.count(),
      await t.db.drafts.count(),
      (await t.outbox.meta()).n,
    ]).toEqual([0, 1, 0]);
    expect(await t.db.keys.get('task:t1')).toBeDefined();
  });

  it('[inv S3] the same op twice is one row; [sync F23] signature and idle create exactly one ending', async () => {
    const t = await tablet();
    await Promise.all([t.outbox.finalize(submit()), t.outbox.finalize(submit())]);
    await t.outbox.cancel([cancel()], true);
    expect((await t.db.outbox.toArray()).map((r) => r.kind)).toEqual(['task.submit']);
    const u = await tablet();
    await u.outbox.cancel([cancel()], true);
    await expect(u.outbox.finalize(submit())).rejects.toThrow(AlreadyEnded);
    expect((await u.db.outbox.toArray()).map((r) => r.kind)).toEqual(['task.cancel']);
  });

  it('[inv S4] leaves no plaintext: neither in rows nor by a key', async () => {
    const t = await tablet();
    await t.outbox.finalize(submit());
    const all = await Promise.all(
      [t.db.outbox, t.db.drafts, t.db.inbox, t.db.meta, t.db.quarantine].map((s) => s.toArray()),
    );
    const bytes = all
      .flat()
      .map((r) =>
        JSON.stringify(r, (_k, v: unknown) =>
          v instanceof Uint8Array ? new TextDecoder('latin1').decode(v) : v,
        ),
      )
      .join('');
    expect(bytes).not.toMatch(/Mustermann|Erika/);
  });

  it('a task assigned again with a higher revision can end again', async () => {
    const t = await tablet();
    await t.outbox.cancel([cancel()], true);
    await t.outbox.finalize(submit({ taskRev: 2 }));
    expect((await t.db.outbox.toArray()).map((r) => r.taskRev)).toEqual([1, 2]);
  });
});

describe('tasks assigned by staff meanwhile', () => {
  it('[sync F19] ending an older revision leaves the newer one unchanged', async () => {
    const t = await tablet();
    await t.db.inbox.update('t1', { taskRev: 2, seq: 2 });
    await t.outbox.finalize(submit());
    expect(await t.db.inbox.get('t1')).toMatchObject({ taskRev: 2 });
    await t.outbox.cancel([cancel({ taskRev: 2 })], true);
    expect(await t.db.inbox.count()).toBe(0);
  });

  it('[sync F13] [sync F23] a task is dropped by deletion alone, a newer revision is not', async () => {
    const t = await tablet(),
      inbox = createInbox(t.db, t.clock);
    await t.db.inbox.update('t1', { taskRev: 2, seq: 2 });
    await inbox.forget({ taskId: 't1', taskRev: 1 });
    expect(await t.db.inbox.get('t1')).toMatchObject({ taskRev: 2 });
    await inbox.forget({ taskId: 't1', taskRev: 2 });
    expect(await t.db.inbox.get('t1')).toBeUndefined();
  });

  it('[sync F26] a corrupt row triggers a full re-read of the feed', async () => {
    const t = await tablet();
    await t.db.meta.put({ ...(await t.outbox.meta()), cursor: 7 });
    await ensureKey(t.db, 'lease');
    const inbox = createInbox(t.db, t.clock);
    expect(await inbox.read()).toEqual([]);
    expect([(await inbox.cursor()).cursor, await t.db.inbox.count()]).toEqual([0, 0]);
  });
});

describe('leaving', () => {
  it('keeps the draft sealed for the server and destroys its key', async () => {
    const t = await tablet();
    await t.outbox.cancel([cancel()], true);
    expect(await t.db.keys.get('task:t1')).toBeUndefined();
    expect(await t.db.drafts.get('t1')).toMatchObject({
      bytes: null,
      iv: null,
      sealed: new Uint8Array(5),
    });
  });

  it('[X9] the patient’s own cancel deletes the sealed draft too', async () => {
    const t = await tablet();
    await t.outbox.cancel([cancel({ payload: { reason: 'patient' } })], false);
    expect(await t.db.drafts.count()).toBe(0);
  });
});

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

  it('[sync 6.6] keeps each acknowledged row for the full hard cap; a rewound one starts anew', async () => {
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

describe('handover from memory', () => {
  const log = (at: number): OpOrder => ({
    kind: 'log',
    taskId: '',
    taskRev: 0,
    payload: { code: 'x', at },
  });

  it('[sync F1] happens once, after the commit, with its counters; never while another row is pending', async () => {
    const t = await tablet();
    const writing = t.outbox.finalize(submit());
    expect(t.outbox.takeFresh()).toBeNull();
    await writing;
    expect(t.outbox.takeFresh()).toMatchObject({
      meta: await t.outbox.meta(),
      rows: await t.db.outbox.toArray(),
    });
    expect(t.outbox.takeFresh()).toBeNull();
    await t.outbox.append([log(1)]);
    expect(t.outbox.takeFresh()).toBeNull();
    await t.outbox.ack(2, 0);
    await t.outbox.append([log(2), log(3)]);
    expect(t.outbox.takeFresh()).toMatchObject({
      meta: { n: 4, ackN: 2 },
      rows: [{ n: 3 }, { n: 4 }],
    });
  });

  it('[sync F7] [sync F11] skips ended epochs and registrations, acknowledged, old and failed rows', async () => {
    const t = await tablet();
    const after = async (work: () => unknown): Promise<unknown> => {
      await t.outbox.append([log(1)]);
      await work();
      const fresh = t.outbox.takeFresh();
      await t.outbox.ack((await t.outbox.meta()).n, 0);
      return fresh;
    };
    expect(await after(() => t.outbox.rewind('epoch-1', 0))).toBeNull();
    expect(await after(() => t.outbox.meetEpoch('epoch-2'))).toBeNull();
    expect(await after(async () => t.outbox.ack((await t.outbox.meta()).n, 0))).toBeNull();
    expect(await after(() => t.clock.pass(1001))).toBeNull();
    expect(await after(() => t.clock.pass(900))).not.toBeNull();
    expect(await after(() => t.outbox.rotate())).toBeNull();
    await t.outbox.cancel([cancel({ taskRev: 7 })], true);
    t.outbox.takeFresh();
    await expect(t.outbox.finalize(submit({ taskRev: 7 }))).rejects.toThrow(AlreadyEnded);
    expect(t.outbox.takeFresh()).toBeNull();
  });

  it('[sync F7] a response for another epoch or registration acknowledges nothing', async () => {
    const t = await tablet();
    for (let i = 0; i < 3; i++) await t.outbox.append([log(i)]);
    await t.outbox.meetEpoch('epoch-1');
    const of = { inc: t.inc, epoch: 'epoch-1' };
    await t.outbox.ack(1, 1, of);
    await t.outbox.meetEpoch('epoch-2');
    await t.outbox.ack(3, 3, of);
    await t.outbox.ack(3, 3, { inc: 'b'.repeat(32), epoch: 'epoch-2' });
    expect(await t.outbox.health()).toMatchObject({ ackSeen: 1, pending: 2 });
    await t.outbox.ack(3, 1, { ...of, epoch: 'epoch-2' });
    expect(await t.outbox.health()).toMatchObject({ ackSeen: 3, pending: 0 });
  });

  it('[sync F11] [sync F15] reseals ops that were sealed for a replaced database', async () => {
    const t = await tablet();
    await t.outbox.append([log(1)]);
    const inc = 'b'.repeat(32),
      other = createOutbox({ ...t, random: { ...t.random, hex128: () => inc } });
    await other.rotate();
    await t.outbox.finalize(submit());
    const [row] = await t.db.outbox.toArray();
    expect([(await t.outbox.meta()).inc, row?.n]).toEqual([inc, 1]);
    await expect(
      openSealed(
        t.server.privateKey,
        row!.sealed,
        opAad({ device: 'device-1', inc, id: 'op-1', kind: 'task.submit', schema: 1 }),
      ),
    ).resolves.toBeDefined();
    await t.db.meta.clear();
    await t.outbox.append([log(2)]).catch(() => undefined);
    expect((await t.outbox.meta()).inc).toBe(t.inc);
  });

  it('[sync P16] reads rows after a gap', async () => {
    const t = await tablet();
    for (let i = 0; i < 5; i++) await t.outbox.append([log(i)]);
    await t.db.outbox.bulkDelete([1, 2, 3]);
    expect((await t.outbox.readFrom(1, 2)).map((r) => r.n)).toEqual([4, 5]);
    expect((await t.outbox.readFrom(3, 2)).map((r) => r.n)).toEqual([4]);
  });
});

describe('disk faults', () => {
  it('[sync F13] [sync F14] are distinguished', () => {
    const named = (name: string): Error => Object.assign(new Error(name), { name });
    expect(classify(named('QuotaExceededError'))).toBe('quota');
    expect(
      classify(Object.assign(named('AbortError'), { inner: named('QuotaExceededError') })),
    ).toBe('quota');
    expect(classify(named('VersionError'))).toBe('blocked');
    expect(classify(named('DatabaseClosedError'))).toBe('reopen');
    expect(classify(named('UnknownError'))).toBe('broken');
    expect(classify(new AlreadyEnded('x'))).toBe('other');
  });

  it('[sync F14] a lost connection is reopened once, and the work completes', async () => {
    const t = await tablet();
    t.db.close({ disableAutoOpen: true });
    await t.outbox.finalize(submit());
    expect(await t.db.outbox.count()).toBe(1);
  });

  it('[sync F13] a full disk is reported, and the answers can be saved again', async () => {
    const t = await tablet();
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(t.outbox.finalize(submit())).rejects.toMatchObject({
      name: 'StorageFailure',
      trouble: 'quota',
    });
    full.mockRestore();
    expect(await t.db.drafts.count()).toBe(1);
    await t.outbox.finalize(submit());
    expect(await t.db.outbox.count()).toBe(1);
  });
});

it('[sync F23] a pending draft is not written after the ending', async () => {
  const t = await tablet();
  const drafts = createDrafts({ ...t, onTrouble: () => undefined, onSaved: () => undefined });
  drafts.save(
    { taskId: 't1', taskRev: 1, of: 4 },
    {
      page: 1,
      declarations: [],
      reading: {
        shownAt: 1,
        sections: [],
        reachedEnd: false,
        fontScale: 1,
        openedPdf: false,
        languageSwitches: 0,
        unclear: [],
      },
      ink: null,
      language: 'de',
      textScale: 100,
      isCalm: false,
    },
  );
  await t.outbox.finalize(submit());
  await drafts.flush();
  expect([await t.db.drafts.count(), await t.db.keys.count()]).toEqual([0, 0]);
});
