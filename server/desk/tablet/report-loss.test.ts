// What a tablet takes with it, on both databases: the exact number up to its last heartbeat, else the least it can be, and whose papers they were.

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

  it('all tablets are asked about at once: what arrived counts for the one it came from, by one text that looks its ops up', async () => {
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

  it('[inv S2][sync F15] heard until it happened: exactly what was held, minus what arrived since the heartbeat; the papers are named until staff has read it', async () => {
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

  it('[inv S2] offline before: at least what was held, since when, and every paper that could have been signed there', async () => {
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
    // Begun again from the new database: somebody sits there and signs anew.
    world.clock.now += 1000;
    await tablet.push(
      await tablet.op('task.cancel', b!, { taskId: b!.taskId, reason: 'idle', page: 1, at: START }),
    );
    expect(await attentionOf(b?.taskId)).toBeUndefined();
  });

  it('[inv S2][sync F15] what staff took back while the tablet was out of contact may have been signed there all the same', async () => {
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

  it('[inv S2][sync F3] a heartbeat that comes twice, the second time after a Mappe was taken back, does not hide that it was', async () => {
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

  it('[inv S2][sync F3] a push that comes twice does not hide it either: it says nothing of what the tablet holds', async () => {
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

  it('[inv S2] nothing was held, but somebody may have signed offline: reported without a number', async () => {
    await begun();
    await beat();
    world.clock.now += HOUR;
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 0, loss: { isExact: false } });
  });

  it('[inv S2][sync F15] what was put there between two heartbeats came by the live channel and may have been signed: it is never lost in silence', async () => {
    await beat();
    world.clock.now += 11_000;
    const { taskIds } = await world.mappe({ tabletId: tablet.id });
    world.clock.now += HOUR;
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 0, loss: { isExact: false } });
    expect(await auditOf('tablet.lost')).toMatchObject([{ count: 0, maybe: taskIds }]);
  });

  it('offline for long with nothing on it loses nothing, and its own heartbeats never do', async () => {
    await beat();
    world.clock.now += HOUR;
    await beat();
    world.clock.now += HOUR;
    // Put there after its last contact: it never heard of it.
    await world.mappe({ tabletId: tablet.id });
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: null, loss: null });
    expect(await auditOf('tablet.lost')).toEqual([]);
  });

  it('[inv S2][sync F7] taken out of service after a restore to a time before its first word: what lay there may have been signed; its first word alone loses nothing', async () => {
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

  it('a second loss before anyone read the first is added to it; the number is as sure as the less sure of both', async () => {
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

  it('an app that does not name its submissions is never counted as exact', async () => {
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

  it('[sync F15] the same device registered anew: its old name reports what it held, and what ran there goes back to the desk', async () => {
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
    // Signed out afterwards: told once. Should it come back instead, it goes on where it was.
    await beat([a!.taskId]);
    expect(await seen()).toMatchObject({ lostSubmissions: 1, unsent: 1 });
    world.clock.now += 5 * MINUTE;
    await world.write((w) => settleLoss(w, tablet.id));
    await again({});
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await seen()).toMatchObject({ lostSubmissions: 1 });
    expect(await auditOf('tablet.lost')).toHaveLength(2);
  });

  it('[inv S2] signed out seconds after it was heard: what lay open there may have been handed in since, and the report says what was going on', async () => {
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

  it('[inv S2] signed out with papers on it that nobody had begun: as unsure, in other words', async () => {
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
    'a tablet on which nothing lies is signed out without an alarm %i ms after it was heard',
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

  it('[inv S2] what has ended there lies there once more: in another turn it may have been handed in again', async () => {
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

  it('what a tablet was told it has let go of is no reason for an alarm; what it had not heard of is', async () => {
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
    // The same once it has heard of it; still open on its screen it may be finished all the same.
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

  it('a cursor beyond the feed is of rows that a restore took back: what was taken back counts by the time', async () => {
    const { mappeId, taskIds } = await world.mappe({ tabletId: tablet.id });
    await beat([], { feedSeq: 900 });
    world.clock.now += 1000;
    await world.write((w) => withdrawMappe(w, tabletSide, mappeId));
    await world.write((w) => revokeTablet(w, links, tablet.id));
    expect(await auditOf('tablet.lost')).toMatchObject([{ count: 0, maybe: taskIds }]);
  });

  it('[inv S2][sync F7] whom the server has not heard since it was put back may have done what it knows nothing of; heard again, it may not', async () => {
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

  it('[inv L2] what arrived since the last heartbeat waits no more, nor what went with a storage', async () => {
    const [a, b] = await begun();
    const first = await signed(a),
      second = await signed(b);
    await beat([a!.taskId, b!.taskId], { oldestPendingMs: 100_000 });
    expect(await seen()).toMatchObject({ pending: 2, oldestPendingMs: 100_000 });
    await tablet.push(first);
    expect(await seen()).toMatchObject({ pending: 1 });
    await tablet.push(second);
    expect(await seen()).toMatchObject({ pending: 0 });
    // It waits all the same: it does not hear the acknowledgement.
    await beat([a!.taskId, b!.taskId], { oldestPendingMs: 130_000 });
    expect(await seen()).toMatchObject({ pending: 2, oldestPendingMs: 130_000 });
    wiped();
    await tablet.push(await tablet.op('log', { taskId: '', taskRev: 0 }, { code: 'x', at: START }));
    expect(await seen()).toMatchObject({ pending: 0 });
  });

  it('a tablet signed out with submissions on it stays on the board until staff has read that they cannot arrive', async () => {
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
