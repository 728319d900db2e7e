// Tests of losses with a tablet, on both databases: the exact count up to its last heartbeat,
// otherwise the minimum, and the affected papers.

import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { tabletSide } from '../sync/feed.ts';
import { openWorld, START, type Device, type World } from '../sync/testing.ts';
import { withdrawMappe } from '../task/change-task.ts';
import { revokeTablet, settleLoss } from './manage-tablet.ts';
import { readBoard } from './read-board.ts';
import { arrivedSince, findTablet } from './store.ts';
import { beatOf } from './testing.ts';
import { takeHeartbeat } from './take-heartbeat.ts';
import { lossesOf } from './loss.testing.ts';

const MINUTE = 60_000,
  HOUR = 60 * MINUTE;

describe.each(STORES)('losses on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  const { links, beat, wiped, seen, attentionOf, auditOf, begun, signed } = lossesOf(() => ({
    world,
    tablet,
  }));
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });

  it('queries all tablets at once: arrivals count per tablet, through one indexed statement', async () => {
    const [a, b] = await begun(),
      other = await world.tablet(),
      ops = [await signed(a), await signed(b)];
    await beat([a!.taskId, b!.taskId]);
    await beatOf(world, other, [v7(), v7()]);
    await tablet.push(ops[0]!);
    expect([
      await seen(),
      (await readBoard(world.look(), links)).tablets.find((t) => t.tabletId === other.id),
    ]).toMatchObject([{ unsent: 1 }, { unsent: 2 }]);
    const held = (await findTablet(world.look(), tablet.id))?.health?.held,
      compile = vi.spyOn(Database.prototype, 'prepare');
    if (!held) throw new Error('the tablet said nothing');
    const ask = async (change: Partial<typeof held>, more = 0) =>
      (
        await arrivedSince(world.look(), [
          { id: tablet.id, held: { ...held, ...change } },
          ...Array.from({ length: more }, () => ({ id: v7(), held })),
        ])
      ).length;
    expect([
      await ask({}),
      await ask({}, 1),
      await ask({}, 5),
      await ask({ inc: v7() }),
      await ask({ ackSeen: held.highN }),
      await ask({ highN: held.ackSeen }),
    ]).toEqual([1, 1, 1, 0, 0, 0]);
    expect(await arrivedSince(world.look(), [])).toEqual([]);
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });

  it('[inv S2][sync F15] in contact: exact count minus later arrivals; papers named until read', async () => {
    const [a, b] = await begun();
    const first = await signed(a);
    await signed(b);
    await beat([a!.taskId, b!.taskId]);
    expect(await seen()).toMatchObject({ unsent: 2, lostSubmissions: null, loss: null });
    await tablet.push(first);
    expect(await seen()).toMatchObject({ unsent: 1 });
    world.clock.now += 30_000;
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 1, loss: { isExact: true }, unsent: 0 });
    expect([await attentionOf(a?.taskId), await attentionOf(b?.taskId)]).toEqual([
      undefined,
      'submission_lost',
    ]);
    expect(await auditOf('tablet.lost')).toMatchObject([
      { tabletId: tablet.id, count: 1, isExact: true, tasks: [b?.taskId] },
    ]);
    await world.write((w) => settleLoss(w, tablet.id));
    expect(await seen()).toMatchObject({ lostSubmissions: null, loss: null });
    expect(await attentionOf(b?.taskId)).toBeUndefined();
    expect(await auditOf('tablet.loss_seen')).toMatchObject([{ count: 1, isExact: true }]);
  });

  it('[inv S2] offline before: the minimum, since when, and every paper possibly signed there', async () => {
    const [a, b] = await begun();
    await signed(a);
    await beat([a!.taskId]);
    const since = world.clock.now;
    world.clock.now += HOUR;
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 1, loss: { isExact: false, since } });
    expect([await attentionOf(a?.taskId), await attentionOf(b?.taskId)]).toEqual([
      'submission_lost',
      'submission_unsure',
    ]);
    // Started again from the new database: a patient is there and signs again.
    world.clock.now += 1000;
    await tablet.push(
      await tablet.op('task.cancel', b!, { taskId: b!.taskId, reason: 'idle', page: 1, at: START }),
    );
    expect(await attentionOf(b?.taskId)).toBeUndefined();
  });

  it('[inv S2][sync F15] tasks withdrawn while the tablet was offline may have been signed there', async () => {
    const { mappeId, taskIds } = await world.mappe({ tabletId: tablet.id });
    world.clock.now += 1000;
    await beat();
    world.clock.now += HOUR;
    await world.write((w) => withdrawMappe(w, tabletSide, mappeId));
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 0, loss: { isExact: false } });
    expect(await auditOf('tablet.lost')).toMatchObject([{ count: 0, maybe: taskIds }]);
  });

  it('[inv S2][sync F3] a repeated heartbeat after a Mappe was withdrawn does not hide that', async () => {
    const { mappeId, taskIds } = await world.mappe({ tabletId: tablet.id });
    world.clock.now += 1000;
    await beat([], { beat: { run: 7, n: 1 } });
    const since = world.clock.now;
    world.clock.now += 3000;
    await world.write((w) => withdrawMappe(w, tabletSide, mappeId));
    world.clock.now += 2000;
    expect(await beat([], { beat: { run: 7, n: 1 } })).toMatchObject({ isOld: true });
    world.clock.now += HOUR;
    wiped();
    await beat([], { beat: { run: 8, n: 1 } });
    expect(await seen()).toMatchObject({ lostSubmissions: 0, loss: { isExact: false, since } });
    expect(await auditOf('tablet.lost')).toMatchObject([{ count: 0, maybe: taskIds }]);
  });

  it('[inv S2][sync F3] a repeated push does not hide it either: it reports nothing of held tasks', async () => {
    const { mappeId, taskIds } = await world.mappe({ tabletId: tablet.id });
    const note = await tablet.op('log', { taskId: '', taskRev: 0 }, { code: 'x', at: START });
    await tablet.push(note);
    world.clock.now += 1000;
    await beat();
    world.clock.now += 3000;
    await world.write((w) => withdrawMappe(w, tabletSide, mappeId));
    world.clock.now += 2000;
    await tablet.push(note);
    world.clock.now += HOUR;
    wiped();
    await beat();
    expect(await auditOf('tablet.lost')).toMatchObject([
      { count: 0, isExact: false, maybe: taskIds },
    ]);
  });

  it('[inv S2] nothing held, but an offline signature is possible: reported without a number', async () => {
    await begun();
    await beat();
    world.clock.now += HOUR;
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 0, loss: { isExact: false } });
  });

  it('[inv S2][sync F15] tasks sent live between two heartbeats may be signed: never lost silently', async () => {
    await beat();
    world.clock.now += 11_000;
    const { taskIds } = await world.mappe({ tabletId: tablet.id });
    world.clock.now += HOUR;
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 0, loss: { isExact: false } });
    expect(await auditOf('tablet.lost')).toMatchObject([{ count: 0, maybe: taskIds }]);
  });

  it('a long-offline tablet without tasks loses nothing, nor do its own heartbeats', async () => {
    await beat();
    world.clock.now += HOUR;
    await beat();
    world.clock.now += HOUR;
    // Assigned after its last contact: it never received it.
    await world.mappe({ tabletId: tablet.id });
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: null, loss: null });
    expect(await auditOf('tablet.lost')).toEqual([]);
  });

  it('[inv S2][sync F7] revoked after an early restore: its tasks may be signed; first contact loses none', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    world.clock.now += 1000;
    await world.write((w) => w.tx.update(w.t.tablet, { lastSeenAt: w.now }, { id: tablet.id }));
    world.clock.now += HOUR;
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: null, loss: null });
    await world.write((w) =>
      w.tx.update(
        w.t.tablet,
        { inc: null, health: null, lastSeenAt: world.clock.now - HOUR + 1000 },
        { id: tablet.id },
      ),
    );
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.lost')).toMatchObject([
      { count: 0, isExact: false, maybe: [taskId] },
    ]);
  });

  it('adds a second loss to an unread first; the sum is only as exact as the less exact one', async () => {
    const [a, b] = await begun();
    await signed(a);
    await beat([a!.taskId]);
    wiped();
    tablet.n = 1;
    await beat([b!.taskId]);
    expect(await seen()).toMatchObject({ lostSubmissions: 1, loss: { isExact: false } });
    wiped();
    await beat([a!.taskId, b!.taskId]);
    expect(await seen()).toMatchObject({ lostSubmissions: 2, loss: { isExact: false } });
    await world.write((w) => settleLoss(w, tablet.id));
    for (let i = 0; i < 2; i++) {
      wiped();
      await beat([a!.taskId, b!.taskId]);
    }
    expect(await seen()).toMatchObject({ lostSubmissions: 4, loss: { isExact: true } });
  });

  it('an app that does not name its submissions never counts as exact', async () => {
    await tablet.push(await tablet.op('log', { taskId: '', taskRev: 0 }, { code: 'x', at: START }));
    await world.write((w) =>
      takeHeartbeat(w, world.installation, tablet.id, {
        inc: tablet.inc,
        highN: 3,
        ackSeen: 1,
        pending: 2,
        oldestPendingMs: 0,
        persisted: true,
        appVersion: '0',
        clockOffsetMs: 0,
        quarantined: 0,
      }),
    );
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 0, loss: { isExact: false } });
  });
});
