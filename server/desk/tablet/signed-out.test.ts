/**
 * Tests of losses reported when a tablet is signed out, registered again or silent since a restore.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { AppError } from '../../../shared/base/errors.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { tabletSide } from '../sync/feed.ts';
import { openWorld, START, type Device, type World } from '../sync/testing.ts';
import { withdrawMappe } from '../task/change-task.ts';
import { restartMappe } from '../task/place-mappe.ts';
import { createCode } from './create-code.ts';
import { revokeTablet, settleLoss } from './manage-tablet.ts';
import { confirmRegistration, requestRegistration } from './register-tablet.ts';
import { findTablet } from './store.ts';
import { lossesOf } from './loss.testing.ts';

const MINUTE = 60_000,
  HOUR = 60 * MINUTE;

describe.each(STORES)('losses at sign-out on %s', (kind) => {
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

  it('[inv L2] ops that arrived since the last heartbeat, or were lost with a storage, do not count as waiting', async () => {
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
