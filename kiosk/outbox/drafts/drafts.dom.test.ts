// Tests of drafts, inbox and the saved run on a real IndexedDB implementation with real
// cryptography.

import { describe, expect, it, vi } from 'vitest';
import { openSealed } from '../../../shared/exchange/opening.ts';
import { unpackPayload } from '../../../shared/exchange/payload.ts';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import { draftAad, type TaskBody } from '../../../shared/exchange/sync.ts';
import { ACTIVE_TASK, createActiveTask } from '../activeTask.ts';
import { AUTOSAVE_MS } from './draft-writer.ts';
import { createDrafts } from './drafts.ts';
import { createInbox } from '../inbox.ts';
import { createOutbox } from '../outbox.ts';
import { settle, testTablet } from '../testing.ts';

const TASK = { taskId: 't1', taskRev: 1, of: 4 };
const draft = (page: number): DraftPayload => ({
  page,
  declarations: [{ id: 'd1', value: true, at: 1 }],
  language: 'de',
  textScale: 100,
  isCalm: false,
  reading: {
    shownAt: 1,
    sections: [],
    reachedEnd: true,
    fontScale: 100,
    openedPdf: false,
    languageSwitches: 0,
    unclear: ['Risiken'],
  },
  ink: {
    width: 300,
    height: 100,
    clears: 0,
    undos: 0,
    strokes: [
      {
        pointerType: 'pen',
        points: [
          { x: 1, y: 2, t: 3, p: 0 },
          { x: 9, y: 8, t: 20, p: 1 },
        ],
      },
    ],
  },
});
async function tablet() {
  const t = await testTablet();
  const troubles: unknown[] = [];
  let saves = 0;
  const drafts = createDrafts({
    ...t,
    onTrouble: (e) => troubles.push(e),
    onSaved: () => {
      saves++;
    },
  });
  await drafts.open('t1');
  return { ...t, drafts, troubles, saves: () => saves };
}

describe('drafts', () => {
  it('[sync 6.6] are written within 300 ms, encrypted, and restored with the same ink', async () => {
    const t = await tablet();
    t.drafts.save(TASK, draft(1));
    t.drafts.save(TASK, draft(2));
    expect(await t.db.drafts.count()).toBe(0);
    t.clock.pass(AUTOSAVE_MS);
    await t.drafts.flush();
    expect(t.saves()).toBe(1);
    const row = (await t.db.drafts.get('t1'))!;
    expect(new TextDecoder('latin1').decode(row.bytes!)).not.toContain('Risiken');
    expect(await t.drafts.load(TASK)).toEqual(draft(2));
    expect(await t.drafts.load({ ...TASK, taskRev: 2 })).toBeNull();
  });

  it('show „gespeichert“ only when the newest input is on the disk', async () => {
    const t = await tablet();
    t.drafts.save(TASK, draft(1));
    const first = t.drafts.flush();
    t.drafts.save(TASK, draft(2));
    await first;
    expect([t.saves(), await t.drafts.load(TASK)]).toEqual([0, draft(1)]);
    t.clock.pass(AUTOSAVE_MS);
    await t.drafts.flush();
    expect([t.saves(), await t.drafts.load(TASK)]).toEqual([1, draft(2)]);
  });

  it('[sync F2] an unreadable one is quarantined and reported, never treated as empty', async () => {
    const t = await tablet();
    t.drafts.save(TASK, draft(1));
    await t.drafts.flush();
    const row = (await t.db.drafts.get('t1'))!;
    const bytes = row.bytes!.slice();
    bytes[20] = bytes[20]! ^ 1;
    await t.db.drafts.put({ ...row, bytes });
    expect(await t.drafts.load(TASK)).toBe('unreadable');
    expect([await t.db.drafts.count(), await t.db.quarantine.count()]).toEqual([0, 1]);
    expect(await t.drafts.load(TASK)).toBeNull();
  });

  it('[inv S4] destroying the key destroys the draft; nothing is written after it', async () => {
    const t = await tablet();
    t.drafts.save(TASK, draft(1));
    await t.drafts.shred('t1');
    t.drafts.save(TASK, draft(2));
    await t.drafts.flush();
    expect([await t.db.drafts.count(), await t.db.keys.count()]).toEqual([0, 0]);
  });

  it('seals the newest state for the server only, and deletes it on arrival', async () => {
    const t = await tablet();
    t.drafts.raiseRev('t1', 7);
    t.drafts.save(TASK, draft(3));
    await t.drafts.seal('t1');
    const [one] = await t.drafts.unsent();
    expect(one).toMatchObject({ taskId: 't1', taskRev: 1, draftRev: 8, page: 3, of: 4 });
    expect(
      unpackPayload(
        await openSealed(t.server.privateKey, one!.sealed, draftAad('device-1', 't1', 1, 8)),
      ),
    ).toEqual(draft(3));
    await t.drafts.sent('t1', 7);
    expect(await t.drafts.unsent()).toHaveLength(1);
    await t.drafts.sent('t1', 8);
    expect([await t.drafts.unsent(), await t.drafts.load(TASK)]).toEqual([[], draft(3)]);
  });

  /**
   * Drafts of two tasks from the feed; the first one's newest state is sealed for the server, the
   * second one's is not.
   */
  async function twoDrafts() {
    const t = await tablet(),
      inbox = createInbox(t.db, t.clock);
    await inbox.apply(
      [
        { seq: 1, op: 'put', body: body() },
        { seq: 2, op: 'put', body: body({ taskId: 't2' }) },
      ],
      2,
      'e',
      0,
    );
    t.drafts.save(TASK, draft(3));
    await t.drafts.seal('t1');
    await t.drafts.open('t2');
    t.drafts.save({ ...TASK, taskId: 't2' }, draft(1));
    await t.drafts.flush();
    const here = async () => [
      (await t.db.keys.toArray()).map((k) => k.id).filter((id) => id.startsWith('task:')),
      (await t.db.drafts.toArray()).map((d) => [d.taskId, d.bytes !== null, d.sealed !== null]),
    ];
    return { ...t, inbox, here };
  }
  const BOTH = [
    ['task:t1', 'task:t2'],
    [
      ['t1', true, true],
      ['t2', true, false],
    ],
  ];

  it('[T3] wiping everything keeps only sealed copies that the server lacks', async () => {
    const t = await twoDrafts();
    await t.drafts.shredAll();
    expect(await t.here()).toEqual([[], [['t1', false, true]]]);
    await t.drafts.sent('t1', 1);
    expect(await t.db.drafts.count()).toBe(0);
  });

  it('[inv S4] deletes drafts of removed tasks with their key, after sealing; open ones stay', async () => {
    const t = await twoDrafts();
    expect([await t.drafts.tidy(), await t.here()]).toEqual([false, BOTH]);
    await t.inbox.apply(
      [
        { seq: 3, op: 'revoke', taskId: 't1' },
        { seq: 4, op: 'revoke', taskId: 't2' },
      ],
      4,
      'e',
      0,
    );
    expect(await t.drafts.tidy({ open: 't2' })).toBe(true);
    expect(await t.here()).toEqual([
      ['task:t2'],
      [
        ['t1', false, true],
        ['t2', true, false],
      ],
    ]);
    expect(await t.drafts.tidy()).toBe(true);
    expect(await t.here()).toEqual([
      [],
      [
        ['t1', false, true],
        ['t2', false, true],
      ],
    ]);
    const two = (await t.drafts.unsent()).find((d) => d.taskId === 't2')!;
    expect(
      unpackPayload(
        await openSealed(t.server.privateKey, two.sealed, draftAad('device-1', 't2', 1, 1)),
      ),
    ).toEqual(draft(1));
    for (const d of await t.drafts.unsent()) await t.drafts.sent(d.taskId, d.draftRev);
    expect([await t.drafts.tidy(), await t.here()]).toEqual([false, [[], []]]);
  });

  it('[sync F7] deletes nothing while an ending is pending or the feed is re-read from its start', async () => {
    const t = await twoDrafts(),
      outbox = createOutbox(t);
    await outbox.append([{ kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: 1 } }]);
    // Another database that contains neither task.
    await t.inbox.apply([], 0, 'e2', null);
    expect([await t.drafts.tidy({ isWhole: true }), await t.here()]).toEqual([false, BOTH]);
    await outbox.ack(1, 1);
    expect([await t.drafts.tidy(), await t.here()]).toEqual([false, BOTH]);
    await t.inbox.apply([{ seq: 1, op: 'put', body: body() }], 1, 'e2', 0);
    expect(await t.drafts.tidy()).toBe(true);
    expect(await t.here()).toEqual([
      ['task:t1'],
      [
        ['t1', true, true],
        ['t2', false, true],
      ],
    ]);
    expect(await t.drafts.load(TASK)).toEqual(draft(3));
  });

  it('[sync F2] deletes a draft even if it cannot be sealed', async () => {
    const t = await twoDrafts(),
      row = (await t.db.drafts.get('t2'))!,
      bytes = row.bytes!.slice();
    bytes[20] = bytes[20]! ^ 1;
    await t.db.drafts.put({ ...row, bytes });
    await t.inbox.apply([], 9, 'e', null);
    expect(await t.drafts.tidy()).toBe(true);
    expect(await t.here()).toEqual([[], [['t1', false, true]]]);
  });

  it('[sync F13] reports a full disk, and writes the newest state when there is space again', async () => {
    const t = await tablet();
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    t.drafts.save(TASK, draft(1));
    await t.drafts.flush().catch(() => undefined);
    await settle(2);
    expect(t.troubles).toHaveLength(1);
    full.mockRestore();
    await t.drafts.flush();
    expect(await t.drafts.load(TASK)).toEqual(draft(1));
  });
});

const body = (o: Partial<TaskBody> = {}): TaskBody => ({
  taskId: 't1',
  taskRev: 1,
  mappeId: 'm1',
  position: 0,
  count: 1,
  kind: 'document',
  data: '{}',
  dataSha256: 'x',
  presentedPdfSha256: 'y',
  presentedBytes: 1,
  patient: { patid: '1', name: 'Erika Mustermann', geburtsdatum: '1958-03-12' },
  signers: [],
  language: 'de',
  textScale: 100,
  talk: { needed: false },
  closesAt: 0,
  ...o,
});

describe('inbox', () => {
  it('[sync 6.3] applies rows and cursor together; ignores replays and older revisions', async () => {
    const t = await tablet();
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
    const t = await tablet();
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
    const t = await tablet();
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

describe('activeTask [E1]', () => {
  const entry = { id: 'm1', task: { taskId: 't1', task: { page: 4, geheim: 'Mustermann' } } };
  it('[T4] is an envelope that only this browser decrypts; anything else counts as empty', async () => {
    const t = await tablet();
    localStorage.clear();
    const store = createActiveTask(t.db, localStorage, t.clock.now, () => undefined);
    await store.store(entry);
    expect(localStorage.getItem(ACTIVE_TASK)).not.toMatch(/Mustermann|t1|m1"/);
    expect(await store.load()).toEqual(entry);
    // Writes lost by the killed browser are restored from the database.
    localStorage.clear();
    expect(await store.load()).toEqual(entry);
    await t.db.meta.delete(ACTIVE_TASK);
    for (const bad of [
      '',
      '{',
      '{"v":1}',
      JSON.stringify(entry),
      JSON.stringify({ v: 1, at: 9, iv: 'AAAA', data: 'AAAA' }),
    ]) {
      localStorage.setItem(ACTIVE_TASK, bad);
      expect(await store.load()).toBeNull();
    }
    await store.store(entry);
    await store.clear();
    expect([
      localStorage.length,
      await t.db.keys.get('active'),
      await t.db.meta.get(ACTIVE_TASK),
      await store.load(),
    ]).toEqual([0, undefined, undefined, null]);
  });

  it('[X11] a storage failure is only logged', async () => {
    const t = await tablet();
    const log = vi.fn();
    const store = createActiveTask(
      t.db,
      {
        getItem: () => null,
        removeItem: () => undefined,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      },
      t.clock.now,
      log,
    );
    await store.store(entry);
    expect(log).toHaveBeenCalledOnce();
  });
});
