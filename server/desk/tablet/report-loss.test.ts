// Tests of losses with a tablet, on both databases: the exact count up to its last heartbeat,
// otherwise the minimum, and the affected papers.

import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import type { AppError } from '../../../shared/base/errors.ts';
import type { Heartbeat } from '../../../shared/desk/tablet.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { tabletSide } from '../sync/feed.ts';
import { openWorld, START, submission, type Device, type World } from '../sync/testing.ts';
import { withdrawMappe } from '../task/change-task.ts';
import { restartMappe } from '../task/place-mappe.ts';
import { createCode } from './create-code.ts';
import { revokeTablet, settleLoss } from './manage-tablet.ts';
import { readBoard } from './read-board.ts';
import { confirmRegistration, requestRegistration } from './register-tablet.ts';
import { arrivedSince, findTablet } from './store.ts';
import { beatOf, linksOf } from './testing.ts';
import { takeHeartbeat } from './take-heartbeat.ts';

const MINUTE = 60_000,
  HOUR = 60 * MINUTE;

describe.each(STORES)('losses on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  const links = linksOf(() => world);
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });

  const beat = (unsent?: string[], change?: Partial<Heartbeat>) =>
    beatOf(world, tablet, unsent, change);
  const wiped = (): void => {
    tablet.inc = v7();
    tablet.n = 0;
  };
  const seen = async () =>
    (await readBoard(world.look(), links)).tablets.find((t) => t.tabletId === tablet.id);
  const attentionOf = async (taskId: string | undefined) =>
    (await readBoard(world.look(), links)).mappen
      .flatMap((m) => m.tasks)
      .find((t) => t.taskId === taskId)?.attention;
  const auditOf = async (type: string) =>
    (await world.look().db.find(world.look().t.audit))
      .filter((a) => a.type === type)
      .map((a) => a.data);
  /** A Mappe of two papers on the tablet, both begun. */
  async function begun(): Promise<TaskBody[]> {
    await world.mappe({ tabletId: tablet.id, templates: ['foto@1', 'foto@1'] });
    const bodies = await tablet.inbox();
    for (const b of bodies)
      await tablet.push(
        await tablet.op('task.start', b, { taskId: b.taskId, at: START, language: 'de' }),
      );
    return bodies;
  }
  const signed = (b: TaskBody | undefined) => {
    if (!b) throw new Error('no task');
    return tablet.op('task.submit', b, submission(b));
  };

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

  it('[sync F15] re-registering a device reports the losses of its old name and frees its tasks', async () => {
    const [a] = await begun();
    await signed(a);
    await beat([a!.taskId]);
    const again = async (change: object) => {
      const { code } = await world.write((w) => createCode(w, { r4cUuid: 'r4c', isOpen: false }));
      const key = await crypto.subtle.exportKey('jwk', tablet.keys.publicKey),
        gate = { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' } as const;
      const asked = await world.write((w) =>
        requestRegistration(w, 'r4c', {
          registrationCode: code,
          signKey: key,
          sealKey: key,
          gate,
          userAgent: '',
        }),
      );
      return world.write((w) =>
        confirmRegistration(w, links, asked.pendingId, {
          number: asked.number,
          name: 'Tablet 1',
          posture: 'hand',
          exceptions: [],
          replaces: tablet.id,
          ...change,
        }),
      );
    };
    // Still in contact: it is another device.
    await expect(again({})).rejects.toMatchObject({
      code: 'state_conflict',
    } satisfies Partial<AppError>);
    await expect(again({ replaces: v7() })).rejects.toMatchObject({
      code: 'not_found',
    } satisfies Partial<AppError>);
    const since = world.clock.now;
    world.clock.now += 5 * MINUTE;
    await again({});
    expect(await seen()).toMatchObject({
      lostSubmissions: 1,
      loss: { isExact: false, since },
      revokedAt: null,
      mappeId: null,
    });
    expect(await attentionOf(a?.taskId)).toBe('submission_lost');
    // Signed out afterwards: reported once. If it returns instead, it continues where it was.
    await beat([a!.taskId]);
    expect(await seen()).toMatchObject({ lostSubmissions: 1, unsent: 1 });
    world.clock.now += 5 * MINUTE;
    await world.write((w) => settleLoss(w, tablet.id));
    await again({});
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await seen()).toMatchObject({ lostSubmissions: 1 });
    expect(await auditOf('tablet.lost')).toHaveLength(2);
  });

  it('[inv S2] sign-out seconds after contact: open papers may be submitted; activity is reported', async () => {
    const [a] = await begun();
    await beat([], {
      activity: {
        taskId: a!.taskId,
        taskRev: 1,
        screen: 'filling',
        page: 1,
        of: 3,
        silentMs: 0,
        isReading: false,
      },
    });
    const since = world.clock.now;
    world.clock.now += 12_000;
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await seen()).toMatchObject({
      lostSubmissions: 0,
      loss: { isExact: false, since, isSignedOut: true, isBusy: true },
    });
    expect(await attentionOf(a?.taskId)).toBe('submission_unsure');
  });

  it('[inv S2] sign-out with papers not started: equally unsure, in a different wording', async () => {
    const { taskIds } = await world.mappe({ tabletId: tablet.id });
    await beat([], {
      activity: {
        taskId: taskIds[0]!,
        taskRev: 1,
        screen: 'assigned',
        page: 0,
        of: 3,
        silentMs: 0,
        isReading: false,
      },
    });
    world.clock.now += 12_000;
    await world.write((w) => revokeTablet(w, links, tablet.id));
    const { loss } = (await seen())!;
    expect(loss).toMatchObject({ isExact: false, isSignedOut: true });
    expect(loss).not.toHaveProperty('isBusy');
  });

  it.each([5_000, 30 * 24 * HOUR])(
    'a tablet without tasks is signed out without an alarm %i ms after contact',
    async (ms) => {
      const [a, b] = await begun();
      await tablet.push(await signed(a), await signed(b));
      await beat();
      world.clock.now += ms;
      await world.write((w) => revokeTablet(w, links, tablet.id));
      expect(await auditOf('tablet.lost')).toEqual([]);
      expect((await findTablet(world.look(), tablet.id))?.lostSubmissions).toBeNull();
    },
  );

  it('[inv S2] an ended task assigned again may have been submitted in another turn', async () => {
    const { mappeId } = await world.mappe({ tabletId: tablet.id });
    const [a] = await tablet.inbox();
    await signed(a);
    await beat([a!.taskId]);
    await world.write((w) => restartMappe(w, tabletSide, mappeId));
    world.clock.now += 12_000;
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.lost')).toMatchObject([
      { count: 1, isExact: false, tasks: [a!.taskId], maybe: [a!.taskId] },
    ]);
  });

  it('tasks known as released raise no alarm; those it had not heard of do', async () => {
    const { mappeId, taskIds } = await world.mappe({ tabletId: tablet.id });
    const heard = async () => (await findTablet(world.look(), tablet.id))?.feedSeq ?? 0,
      before = await heard();
    await world.write((w) => withdrawMappe(w, tabletSide, mappeId));
    await beat([], { feedSeq: before });
    const state = await findTablet(world.look(), tablet.id);
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.lost')).toMatchObject([
      { count: 0, isExact: false, maybe: taskIds },
    ]);
    // The same once it has received it; while open on its screen it may still be finished.
    const { health, inc, activity } = state!;
    const again = (change: object) =>
      world.write(async (w) => {
        await w.tx.update(
          w.t.tablet,
          { revokedAt: null, lostSubmissions: null, loss: null, inc, activity, health, ...change },
          { id: tablet.id },
        );
      });
    await again({
      health: { ...health, held: { ...health!.held, feedSeq: before + 1 } },
      activity: {
        taskId: taskIds[0],
        taskRev: 1,
        screen: 'signing',
        page: 3,
        of: 3,
        silentMs: 0,
        isReading: false,
      },
    });
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.lost')).toMatchObject([
      {},
      { count: 0, isExact: false, maybe: taskIds },
    ]);
    await again({ health: { ...health, held: { ...health!.held, feedSeq: before + 1 } } });
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.lost')).toHaveLength(2);
  });

  it('a cursor beyond the feed is from before a restore: withdrawals then count by time', async () => {
    const { mappeId, taskIds } = await world.mappe({ tabletId: tablet.id });
    await beat([], { feedSeq: 900 });
    world.clock.now += 1000;
    await world.write((w) => withdrawMappe(w, tabletSide, mappeId));
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.lost')).toMatchObject([{ count: 0, maybe: taskIds }]);
  });

  it('[inv S2][sync F7] a tablet silent since a restore may have unknown work; after contact, not', async () => {
    await beat();
    const state = await findTablet(world.look(), tablet.id);
    world.installation.epoch = v7();
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await seen()).toMatchObject({
      lostSubmissions: 0,
      loss: { isExact: false, isSignedOut: true },
    });
    await world.write(async (w) => {
      await w.tx.update(
        w.t.tablet,
        { revokedAt: null, lostSubmissions: null, loss: null, inc: state!.inc },
        { id: tablet.id },
      );
    });
    await beat();
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.lost')).toHaveLength(1);
  });

  it('[inv L2] ops arrived since the last heartbeat, or lost with a storage, wait no more', async () => {
    const [a, b] = await begun();
    const first = await signed(a),
      second = await signed(b);
    await beat([a!.taskId, b!.taskId], { oldestPendingMs: 100_000 });
    expect(await seen()).toMatchObject({ pending: 2, oldestPendingMs: 100_000 });
    await tablet.push(first);
    expect(await seen()).toMatchObject({ pending: 1 });
    await tablet.push(second);
    expect(await seen()).toMatchObject({ pending: 0 });
    // It still waits: it does not receive the acknowledgement.
    await beat([a!.taskId, b!.taskId], { oldestPendingMs: 130_000 });
    expect(await seen()).toMatchObject({ pending: 2, oldestPendingMs: 130_000 });
    wiped();
    await tablet.push(await tablet.op('log', { taskId: '', taskRev: 0 }, { code: 'x', at: START }));
    expect(await seen()).toMatchObject({ pending: 0 });
  });

  it('a signed-out tablet with submissions stays on the board until staff has read the loss', async () => {
    const [a, b] = await begun();
    await signed(a);
    await signed(b);
    await beat([a!.taskId, b!.taskId]);
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.revoked')).toMatchObject([{ unsent: 2 }]);
    world.clock.now += 48 * HOUR;
    expect(await seen()).toMatchObject({
      lostSubmissions: 2,
      loss: { isExact: true, isSignedOut: true },
    });
    await world.write((w) => settleLoss(w, tablet.id));
    expect((await findTablet(world.look(), tablet.id))?.lostSubmissions).toBeNull();
    expect(await seen()).toBeUndefined();
  });
});
