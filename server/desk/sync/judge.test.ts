// Tests of judging after the acknowledgement on both databases: order, crash in between, two
// processes, staff actions, failures.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Clock } from '../../../shared/base/ports.ts';
import type { Store } from '../../platform/db/store.ts';
import { moveMappe } from '../task/place-mappe.ts';
import { withdrawMappe } from '../task/change-task.ts';
import { findTask } from '../task/store.ts';
import { createSyncCore } from './core.ts';
import { createJudge, MAX_WAIT_MS, QUIET_MS } from './judge.ts';
import { listParked } from './parked/settle-parked.ts';
import { openWorld, START, submission, type Device, type World } from './testing.ts';

const log = (d: Device, code: string) =>
  d.op('log', { taskId: '', taskRev: 0 }, { code, at: START });

/** Clock controlled by the test. */
function handClock(): { clock: Clock; pass(ms: number): void } {
  let t = 0,
    id = 0;
  const timers = new Map<number, { at: number; work: () => void }>();
  return {
    clock: {
      now: () => t,
      mono: () => t,
      after: (ms, work) => {
        const k = ++id;
        timers.set(k, { at: t + ms, work });
        return () => timers.delete(k);
      },
    },
    pass(ms) {
      t += ms;
      for (const [k, due] of timers) if (due.at <= t && timers.delete(k)) due.work();
    },
  };
}

describe.each(STORES)('judging on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });

  const results = async (w = world) =>
    (await w.look().db.pick(w.look().t.op, ['n', 'result', 'code']))
      .sort((a, b) => a.n - b.n)
      .map((o) => o.code ?? o.result);
  const effects = async (w = world) =>
    (await w.look().db.find(w.look().t.audit))
      .filter((a) => a.type === 'tablet.log')
      .sort((a, b) => a.seq - b.seq)
      .map((a) => a.data.code);
  /** Acknowledged by a process that ends before it judged anything. */
  const pushAndEnd = async (
    device: Device,
    ...ops: Awaited<ReturnType<Device['op']>>[]
  ): Promise<void> => {
    await world.core.stop();
    const answer = await world.core.push(device.actor, device.frame(ops));
    expect(answer.results.map((r) => r.s)).toEqual(ops.map(() => 'stored'));
  };

  it('[sync P14][sync F4][inv S3] a start judges acknowledged ops in order, once, even two processes', async () => {
    const second = await world.tablet('Tablet 2');
    const codes = Array.from({ length: 21 }, (_, i) => `op.${i + 1}`);
    const ops: Awaited<ReturnType<Device['op']>>[] = [];
    for (const code of codes) ops.push(await log(tablet, code));
    for (const from of [0, 10, 20]) await pushAndEnd(tablet, ...ops.slice(from, from + 10));
    await pushAndEnd(second, await log(second, 'other.1'));
    expect(await effects()).toEqual([]);
    const processes = [createSyncCore(world.deps), createSyncCore(world.deps)];
    for (const p of processes) p.start();
    await Promise.all(processes.map((p) => p.judged()));
    expect((await effects()).filter((c) => String(c).startsWith('op.'))).toEqual(codes);
    expect((await effects()).filter((c) => c === 'other.1')).toHaveLength(1);
    expect(new Set(await results())).toEqual(new Set(['applied']));
    await Promise.all(processes.map((p) => p.stop()));
  });

  it('[sync P14] a tablet with a new local database in between is judged in its own order', async () => {
    await pushAndEnd(tablet, await log(tablet, 'old.1'));
    world.clock.now += 5;
    tablet.inc = crypto.randomUUID();
    tablet.n = 0;
    await pushAndEnd(tablet, await log(tablet, 'new.1'), await log(tablet, 'new.2'));
    const again = createSyncCore(world.deps);
    again.start();
    await again.judged();
    expect(await effects()).toEqual(['old.1', 'new.1', 'new.2']);
    await again.stop();
  });

  it('[sync P6][sync F19] staff actions precede a waiting op: moved competes, withdrawn is parked', async () => {
    const second = await world.tablet('Tablet 2');
    const moved = await world.mappe({ tabletId: tablet.id }),
      gone = await world.mappe({ tabletId: second.id });
    const [body] = await tablet.inbox(),
      [other] = await second.inbox();
    await pushAndEnd(tablet, await tablet.op('task.submit', body!, submission(body!)));
    await pushAndEnd(second, await second.op('task.submit', other!, submission(other!)));
    expect(await findTask(world.look(), body!.taskId)).toMatchObject({ state: 'assigned' });
    await world.write((w) => withdrawMappe(w, world.links, gone.mappeId));
    await world.write((w) => moveMappe(w, world.links, moved.mappeId, second.id));
    const again = createSyncCore(world.deps);
    again.start();
    await again.judged();
    expect(await findTask(world.look(), body!.taskId)).toMatchObject({
      state: 'assigned',
      taskRev: 2,
      attention: 'stale_rev',
    });
    expect(await findTask(world.look(), other!.taskId)).toMatchObject({ state: 'cancelled' });
    expect((await listParked(world.look())).map((p) => p.taskId).sort()).toEqual(
      [body!.taskId, other!.taskId].sort(),
    );
    expect(await world.look().db.find(world.look().t.envelope)).toEqual([]);
    await again.stop();
  });

  it('[sync P10][sync F17] parks an op whose judging fails as internal, shows staff, continues', async () => {
    const poisoned = await openWorld(store, {
      acceptSubmission: () => {
        throw new TypeError('boom');
      },
    });
    const other = await poisoned.tablet();
    await poisoned.mappe({ tabletId: other.id });
    const [body] = await other.inbox();
    const answer = await other.push(
      await log(other, 'before'),
      await other.op('task.submit', body!, submission(body!)),
      await log(other, 'after'),
    );
    expect(answer.verdicts.map((v) => v.code ?? v.s)).toEqual(['applied', 'internal', 'applied']);
    expect(await effects(poisoned)).toEqual(['before', 'after']);
    expect(await findTask(poisoned.look(), body!.taskId)).toMatchObject({
      state: 'needs_attention',
      attention: 'internal',
    });
    expect(poisoned.troubles).toContain('judge.op');
  });

  it('[sync P10][sync F6] waits for a failing database, loses nothing, resumes automatically', async () => {
    let full = 3;
    const failing = await openWorld(store, {
      acceptSubmission: (...input) =>
        full-- > 0
          ? Promise.reject(Object.assign(new Error('disk'), { code: 'SQLITE_FULL' }))
          : world.deps.acceptSubmission(...input),
    });
    const other = await failing.tablet();
    await failing.mappe({ tabletId: other.id });
    const [body] = await other.inbox();
    const answer = await other.push(
      await other.op('task.submit', body!, submission(body!)),
      await log(other, 'after'),
    );
    expect([answer.ackN, answer.verdicts.map((v) => v.s)]).toEqual([2, ['applied', 'applied']]);
    expect((await findTask(failing.look(), body!.taskId))?.state).toBe('submitted');
    expect(failing.troubles).toEqual(['judge.waits', 'judge.waits', 'judge.waits']);
  });

  it('[inv L2] reports judging that has failed for a minute, and stops once it works', async () => {
    const { clock, pass } = handClock();
    await pushAndEnd(tablet, await log(tablet, 'op.1'));
    let isKeyThere = false;
    const openOp: World['deps']['openOp'] = (...input) =>
      isKeyThere ? world.deps.openOp(...input) : Promise.reject(new AppError('unavailable'));
    const judge = createJudge({ ...world.deps, clock, openOp });
    judge.add({ cid: world.cid, device: tablet.id, inc: tablet.inc });
    pass(0);
    await vi.waitUntil(() => world.troubles.length > 0, 20_000);
    pass(60_000);
    expect(judge.isStuck()).toBe(false);
    await vi.waitUntil(() => world.troubles.length > 1, 20_000);
    pass(1);
    expect(judge.isStuck()).toBe(true);
    isKeyThere = true;
    await vi.waitUntil(() => {
      pass(1000);
      return !judge.isStuck();
    }, 20_000);
    await judge.judged();
    expect(await results()).toEqual(['applied']);
  });

  it('[sync P14] pushes take precedence briefly, never for longer', async () => {
    const { clock, pass } = handClock();
    await pushAndEnd(tablet, await log(tablet, 'op.1'));
    const judge = createJudge({ ...world.deps, clock });
    const leave = judge.enter(),
      from = { cid: world.cid, device: tablet.id, inc: tablet.inc };
    judge.add(from);
    pass(MAX_WAIT_MS - 1);
    expect(await results()).toEqual(['stored']);
    pass(1);
    await judge.judged();
    expect(await results()).toEqual(['applied']);
    await pushAndEnd(tablet, await log(tablet, 'op.2'));
    judge.add(from);
    leave();
    pass(QUIET_MS);
    await judge.judged();
    expect(await effects()).toEqual(['op.1', 'op.2']);
  });
});
