// Tests of the outbox on a real IndexedDB implementation with real cryptography: numbers, single
// ending, handover from memory, disk faults.

import { describe, expect, it, vi } from 'vitest';
import { opAad, opDigestText } from '../../shared/exchange/sync.ts';
import { openSealed } from '../../shared/exchange/opening.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import { classify } from './db.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createInbox } from './inbox.ts';
import { ensureKey } from './keys.ts';
import { AlreadyEnded } from './write-ops.ts';
import { createOutbox } from './outbox.ts';
import type { OpOrder } from './seal-op.ts';
import { cancel, submit, tablet } from './outbox.testing.ts';

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
