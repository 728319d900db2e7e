// Tests of drafts on a real IndexedDB implementation with real cryptography.

import { describe, expect, it, vi } from 'vitest';
import { openSealed } from '../../../shared/exchange/opening.ts';
import { unpackPayload } from '../../../shared/exchange/payload.ts';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import { draftAad } from '../../../shared/exchange/sync.ts';
import { AUTOSAVE_MS } from './draft-writer.ts';
import { createDrafts } from './drafts.ts';
import { withdrawBlank } from './withdraw-blank.ts';
import { createInbox } from '../inbox.ts';
import { body } from '../inbox.testing.ts';
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
  it('a form that is withdrawn while it is being sealed stays withdrawn', async () => {
    const t = await tablet();
    const answers = () => Promise.resolve(new Uint8Array([1]));
    t.drafts.save(TASK, draft(1));
    await t.drafts.seal('t1', answers);
    t.drafts.save(TASK, draft(2));
    await t.drafts.seal('t1', async () => {
      await withdrawBlank(t.db, 't1');
      return answers();
    });
    expect(await t.drafts.unsent()).toMatchObject([{ taskId: 't1', blank: 'withdrawn' }]);
  });
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

  it('[T2] are written automatically again after a restarted task dropped a waiting one', async () => {
    const t = await tablet();
    t.drafts.save(TASK, draft(1));
    await t.drafts.shred('t1');
    await t.drafts.open('t1');
    t.drafts.save(TASK, draft(2));
    t.clock.pass(AUTOSAVE_MS);
    await vi.waitFor(async () => expect(await t.db.drafts.count()).toBe(1));
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
