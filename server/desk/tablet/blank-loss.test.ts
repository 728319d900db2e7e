// Tests of blank forms lost with a tablet, on both databases: the server does not know them before
// their answers; a loss is estimated from the last heartbeat, and an unused tablet raises no alarm.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Activity, Heartbeat } from '../../../shared/desk/tablet.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { openWorld, START, submission, type Device, type World } from '../sync/testing.ts';
import { revokeTablet, settleLoss } from './manage-tablet.ts';
import { readBoard } from './read-board.ts';
import { mayHaveBegun, reportGap } from './report-loss.ts';
import { findTablet } from './store.ts';
import { beatOf, linksOf } from './testing.ts';

const MINUTE = 60_000,
  HOUR = 60 * MINUTE;

describe.each(STORES)('blank forms lost with a tablet on %s', (kind) => {
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
  const auditOf = async (type: string) =>
    (await world.look().db.find(world.look().t.audit))
      .filter((a) => a.type === type)
      .map((a) => a.data);
  const KEEPS: Partial<Heartbeat> = { blanks: 2, battery: 0.8, charging: false };
  const filling = (taskId: string, screen: Activity['screen'] = 'filling'): Partial<Heartbeat> => ({
    ...KEEPS,
    activity: {
      taskId,
      taskRev: 1,
      screen,
      page: 2,
      of: 5,
      silentMs: 0,
      isReading: false,
      isBlank: true,
    },
  });
  const signOut = () => world.write((w) => revokeTablet(w, links, tablet.id));

  it('[inv S2][sync F15] storage lost while in use and offline: reports possible forms and since when', async () => {
    await beat([], KEEPS);
    const since = world.clock.now;
    expect(await seen()).toMatchObject({ keepsBlanks: true, loss: null });
    world.clock.now += 5 * MINUTE;
    wiped();
    await beat();
    expect(await seen()).toMatchObject({
      lostSubmissions: 0,
      loss: { isExact: false, since, mayBlank: true },
    });
    expect(await auditOf('tablet.lost')).toMatchObject([
      { count: 0, isExact: false, mayBlank: true },
    ]);
    await world.write((w) => settleLoss(w, tablet.id));
    expect(await seen()).toMatchObject({ lostSubmissions: null, loss: null });
  });

  it('[inv S2] the unsent submissions are then the minimum', async () => {
    await world.mappe({ tabletId: tablet.id });
    const [a] = await tablet.inbox();
    await tablet.push(
      await tablet.op('task.start', a!, { taskId: a!.taskId, at: START, language: 'de' }),
    );
    await tablet.op('task.submit', a!, submission(a!));
    await beat([a!.taskId], KEEPS);
    world.clock.now += HOUR;
    await signOut();
    expect(await seen()).toMatchObject({
      lostSubmissions: 1,
      loss: { isExact: false, mayBlank: true },
    });
  });

  it.each<[string, Partial<Heartbeat>, number]>([
    ['in contact a moment ago', KEEPS, 30_000],
    ['it keeps none', { battery: 0.8 }, HOUR],
    ['put away with its screen off', { ...KEEPS, isHidden: true }, 90 * 24 * HOUR],
    ['its battery ran out', { ...KEEPS, battery: 0.02 }, HOUR],
    ['unused in a drawer for a quarter of a year', KEEPS, 90 * 24 * HOUR],
  ])('is signed out without an alarm: %s', async (_why, how, age) => {
    await beat([], how);
    world.clock.now += age;
    await signOut();
    expect(await findTablet(world.look(), tablet.id)).toMatchObject({
      lostSubmissions: null,
      loss: null,
    });
    expect(await auditOf('tablet.lost')).toEqual([]);
  });

  it('[inv S2][sync F7] signed out after ops but without a heartbeat since a restore: count unknown', async () => {
    await world.mappe({ tabletId: tablet.id });
    const [a] = await tablet.inbox();
    await tablet.push(
      await tablet.op('task.start', a!, { taskId: a!.taskId, at: START, language: 'de' }),
      await tablet.op('task.submit', a!, submission(a!)),
    );
    world.clock.now += 2_000;
    await signOut();
    expect(await seen()).toMatchObject({
      lostSubmissions: 0,
      loss: { isExact: false, mayBlank: true },
    });
  });

  it('counts as in use while charging, or without a battery report', async () => {
    for (const how of [{ blanks: 1, battery: 0.02, charging: true }, { blanks: 1 }]) {
      world = await openWorld(store);
      tablet = await world.tablet();
      await beat([], how);
      world.clock.now += HOUR;
      await signOut();
      expect(await seen()).toMatchObject({ loss: { isExact: false, mayBlank: true } });
    }
  });

  it('heard before a restore, forms are possible; a silent tablet and a private phone keep none', () => {
    const base = { guestOf: null, health: null, lastSeenAt: START };
    expect([
      mayHaveBegun(base),
      mayHaveBegun({ ...base, lastSeenAt: null }),
      mayHaveBegun({ ...base, guestOf: 'm' }),
    ]).toEqual([true, false, false]);
  });

  it('[inv S2] names a started, unsubmitted form with its first report, however exact the rest is', async () => {
    const id = v7(),
      first = world.clock.now;
    await beat([], filling(id));
    world.clock.now += 4 * MINUTE;
    await beat([], filling(id));
    world.clock.now += 5_000;
    await signOut();
    expect(await seen()).toMatchObject({
      lostSubmissions: 0,
      loss: { isExact: true, begunAt: [first] },
    });
    expect(await auditOf('tablet.lost')).toMatchObject([
      { count: 0, isExact: true, begun: [{ id, at: first }] },
    ]);
  });

  it('a submitted form is lost as a submission or not at all', async () => {
    const id = v7(),
      at = { taskId: id, taskRev: 1 };
    // It is open on the tablet, or its thank-you page is shown.
    await beat([], filling(id, 'done'));
    wiped();
    await beat([], KEEPS);
    expect(await seen()).toMatchObject({ lostSubmissions: null });
    tablet.n = 1;
    await beat([id], filling(id, 'saving'));
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: 1, loss: { isExact: true } });
    expect((await seen())?.loss).not.toHaveProperty('begunAt');
    await world.write((w) => settleLoss(w, tablet.id));
    // It arrived since the heartbeat that named it.
    await beat([], filling(id));
    await tablet.push(await tablet.op('blank.answers', at, {}));
    wiped();
    await beat();
    expect(await seen()).toMatchObject({ lostSubmissions: null, loss: null });
  });

  it('[inv S2][sync P16] a gap left by a restore removes nothing reported before', async () => {
    const id = v7();
    await beat([], filling(id));
    wiped();
    await beat();
    const before = (await findTablet(world.look(), tablet.id))?.loss;
    expect(before).toMatchObject({ isBusy: true, begun: [{ id }] });
    await world.write((w) => reportGap(w, tablet.id, undefined));
    expect((await findTablet(world.look(), tablet.id))?.loss).toEqual({
      ...before,
      isExact: false,
      since: START,
      at: world.clock.now,
    });
  });
});
