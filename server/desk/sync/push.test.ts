// Tests of push on both databases: numbers, hashes, epoch, parking and fencing; each title names
// its rule of SPEC.md.

import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { AppError } from '../../../shared/base/errors.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { findTablet } from '../tablet/store.ts';
import { raiseSafe } from '../tablet/store-heads.ts';
import { takeHeartbeat } from '../tablet/take-heartbeat.ts';
import { listParked } from './parked/settle-parked.ts';
import { findOp } from './store.ts';
import { openWorld, START, type Device, type World } from './testing.ts';

const code = (p: Promise<unknown>): Promise<unknown> =>
  p.then(
    () => 'ok',
    (e: unknown) => (e instanceof AppError ? { code: e.code, ...e.extra } : String(e)),
  );
const log = (d: Device, text = 'app.started') =>
  d.op('log', { taskId: '', taskRev: 0 }, { code: text, at: START });

describe.each(STORES)('push on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });

  it('[sync P1][sync P2] takes ops in order, answers repeats as dup, and refuses a gap unstored', async () => {
    const [a, b, c] = [await log(tablet), await log(tablet), await log(tablet)];
    const first = await tablet.push(a, b);
    expect(first).toMatchObject({
      ackN: 2,
      safeN: 0,
      verdicts: [
        { n: 1, s: 'applied' },
        { n: 2, s: 'applied' },
      ],
    });
    expect(await tablet.push(b, c)).toMatchObject({
      ackN: 3,
      verdicts: [
        { n: 2, s: 'dup' },
        { n: 3, s: 'applied' },
      ],
    });
    tablet.n = 8;
    const late = await log(tablet);
    expect(await code(tablet.push(late))).toMatchObject({ code: 'sync_gap', ackN: 3 });
    expect(await findOp(world.look(), late.h.id)).toBeUndefined();
  });

  it('[sync P3] keeps acknowledged ops when the memory of the frame is reused afterwards', async () => {
    const [a, b, c] = [await log(tablet), await log(tablet), await log(tablet)];
    const lent = (...ops: (typeof a)[]): Uint8Array => {
      const frame = tablet.frame(ops),
        memory = new Uint8Array(new SharedArrayBuffer(frame.length + 9), 9);
      memory.set(frame);
      return memory;
    };
    // The first op of an incarnation, the next ones, and a repeat take different code paths.
    for (const [frame, ackN] of [
      [lent(a), 1],
      [lent(b, c), 3],
      [lent(c), 3],
    ] as const) {
      expect(await world.core.push(tablet.actor, frame)).toMatchObject({ ackN });
      frame.fill(0xff);
    }
    await world.core.judged();
    for (const { h, bytes } of [a, b, c]) {
      const row = await findOp(world.look(), h.id);
      expect([row?.result, Buffer.compare(row?.bytes ?? Buffer.alloc(0), bytes)]).toEqual([
        'applied',
        0,
      ]);
    }
  });

  it('[sync P16] continues above ops the tablet dropped before a restore, and notes the gap', async () => {
    const [a, b, c, d] = [
      await log(tablet),
      await log(tablet),
      await log(tablet),
      await log(tablet),
    ];
    await tablet.push(a);
    const refused = (change: Record<string, unknown>) =>
      code(world.core.push(tablet.actor, tablet.frame([c, d], change)));
    for (const change of [{}, { gone: 1 }, { gone: 3 }])
      expect(await refused(change)).toMatchObject({ code: 'sync_gap', ackN: 1 });
    expect(await refused({ gone: 2, epoch: '' })).toMatchObject({ code: 'sync_gap', ackN: 1 });
    expect(await refused({ gone: 2, epoch: v7() })).toMatchObject({ code: 'sync_epoch', ackN: 1 });
    for (const time of [1, 2])
      expect(
        await world.core.push(tablet.actor, tablet.frame([c, d], { gone: 2 })),
        `push ${time}`,
      ).toMatchObject({ ackN: 4 });
    await world.core.judged();
    expect(await findOp(world.look(), c.h.id)).toMatchObject({
      n: 3,
      result: 'applied',
      header: { follows: 1 },
    });
    expect((await findOp(world.look(), d.h.id))?.header).not.toHaveProperty('follows');
    const audits = await world.look().db.find(world.look().t.audit);
    expect(audits.filter((r) => r.type === 'sync.gone').map((r) => r.data)).toEqual([
      { tabletId: tablet.id, inc: tablet.inc, from: 2, to: 2 },
    ]);
    expect(await findTablet(world.look(), tablet.id)).toMatchObject({
      lostSubmissions: 0,
      loss: { isExact: false, since: START },
    });
    // It is permanent: late arrivals are no fork, and nothing is reverted.
    expect(await code(tablet.push(b))).toMatchObject({ code: 'sync_fork', n: 2 });
  });

  it('[sync P1][sync P2] detects repeats, forks and a revoked tablet between read and write', async () => {
    const [a, b] = [await log(tablet), await log(tablet)];
    await tablet.push(a);
    const frame = tablet.frame([b]);
    const twice = await Promise.all([1, 2].map(() => world.core.push(tablet.actor, frame)));
    expect(new Set(twice.map((answer) => answer.results[0]?.s))).toEqual(
      new Set(['stored', 'dup']),
    );
    tablet.n = 2;
    const [c, other] = [await log(tablet), { ...(await log(tablet)) }];
    other.h = { ...other.h, n: 3 };
    const both = await Promise.all(
      [c, other].map((op) => code(world.core.push(tablet.actor, tablet.frame([op])))),
    );
    expect(both.filter((answer) => answer === 'ok')).toHaveLength(1);
    expect(both).toContainEqual(expect.objectContaining({ code: 'sync_fork', n: 3, ackN: 3 }));
    tablet.n = 3;
    const late = await log(tablet);
    const [, refused] = await Promise.all([
      world.write((w) => w.tx.update(w.t.tablet, { revokedAt: w.now }, { id: tablet.id })),
      code(world.core.push(tablet.actor, tablet.frame([late]))),
    ]);
    // On PostgreSQL the push may precede the end of the tablet; stored and acknowledged are
    // consistent either way.
    if (kind === 'sqlite' || refused !== 'ok')
      expect(refused).toMatchObject({ code: 'tablet_revoked' });
    expect((await findOp(world.look(), late.h.id)) !== undefined).toBe(refused === 'ok');
  });

  it('[sync P2] names a fork by number or by id and stores nothing of the frame', async () => {
    const a = await log(tablet);
    await tablet.push(a);
    tablet.n = 0;
    const other = await log(tablet, 'other.word'),
      next = await log(tablet);
    expect(await code(tablet.push(other, next))).toMatchObject({ code: 'sync_fork', n: 1 });
    expect(await findOp(world.look(), next.h.id)).toBeUndefined();
    tablet.n = 1;
    const sameId = await tablet.op(
      'log',
      { taskId: '', taskRev: 0 },
      { code: 'other', at: START },
      { id: a.h.id },
    );
    expect(await code(tablet.push(sameId))).toMatchObject({ code: 'sync_fork', n: 2 });
    const audits = await world.look().db.find(world.look().t.audit);
    expect(audits.filter((r) => r.type === 'sync.fork')).toHaveLength(2);
  });

  it('[sync P5] sends a tablet of another epoch its starting point', async () => {
    const a = await log(tablet);
    await tablet.push(a);
    expect(
      await code(world.core.push(tablet.actor, tablet.frame([a], { epoch: v7() }))),
    ).toMatchObject({ code: 'sync_epoch', ackN: 1, epoch: world.installation.epoch });
    expect(await world.core.push(tablet.actor, tablet.frame([a], { epoch: '' }))).toMatchObject({
      epoch: world.installation.epoch,
      results: [{ s: 'dup' }],
    });
  });

  it('[sync P5][sync F7] accepts ops again that a restore from backup lost', async () => {
    const ops = [
      await log(tablet, 'op.1'),
      await log(tablet, 'op.2'),
      await log(tablet, 'op.3'),
      await log(tablet, 'op.4'),
    ];
    await tablet.push(...ops);
    const before = world.installation.epoch;
    // The backup from an hour before contained two of them.
    await world.write(async (w) => {
      await w.tx.remove(w.t.op, and(eq(w.t.op.device, tablet.id), gt(w.t.op.n, 2))!);
      await w.tx.update(w.t.opHead, { n: 2 }, { device: tablet.id });
    });
    world.installation.epoch = v7();
    expect(
      await code(
        world.core.push(tablet.actor, tablet.frame([await log(tablet)], { epoch: before })),
      ),
    ).toMatchObject({ code: 'sync_epoch', ackN: 2, epoch: world.installation.epoch });
    expect(await tablet.push(...ops.slice(2))).toMatchObject({
      ackN: 4,
      verdicts: [{ s: 'applied' }, { s: 'applied' }],
    });
    expect(await world.core.pull(tablet.actor, 50, 10)).toMatchObject({
      reset: true,
      epoch: world.installation.epoch,
    });
  });

  it('[sync P4][sync F17] parks ops that it cannot judge and continues', async () => {
    const task = { taskId: v7(), taskRev: 1 };
    const ops = [
      await tablet.op('task.dance', task, {}),
      await tablet.op('task.submit', task, {}, { schema: 7 }),
      await tablet.op('task.submit', task, { nonsense: true }),
      await tablet.op('task.submit', task, {}, { bytes: new Uint8Array(200) }),
      await tablet.op('task.start', task, { taskId: task.taskId, at: START, language: 'de' }),
      await log(tablet),
    ];
    const answer = await tablet.push(...ops);
    expect(answer.verdicts.map((r) => r.code)).toEqual([
      'unknown_kind',
      'unknown_schema',
      'invalid_payload',
      'unreadable',
      'unknown_task',
      undefined,
    ]);
    expect(answer.ackN).toBe(6);
    expect((await listParked(world.look())).map((p) => p.code).sort()).toEqual([
      'invalid_payload',
      'unknown_kind',
      'unknown_schema',
      'unreadable',
    ]);
  });

  it('[sync P8] stores one op that is far too large, and asks to halve a large batch', async () => {
    const big = await tablet.op(
      'task.submit',
      { taskId: v7(), taskRev: 1 },
      {},
      { bytes: new Uint8Array(4_000_001) },
    );
    expect((await tablet.push(big)).verdicts).toEqual([{ n: 1, s: 'parked', code: 'too_large' }]);
    const half = () =>
      tablet.op('log', { taskId: '', taskRev: 0 }, {}, { bytes: new Uint8Array(600_000) });
    expect(await code(tablet.push(await half(), await half()))).toMatchObject({
      code: 'too_large',
    });
  });

  it('[sync P9][sync F26] requests damaged bytes again and parks them only when they repeat', async () => {
    const good = await log(tablet),
      bad = { h: good.h, bytes: good.bytes.map((b, i) => (i === 100 ? b ^ 1 : b)) };
    expect(await code(tablet.push(bad))).toMatchObject({
      code: 'unavailable',
      reason: 'digest',
      n: 1,
    });
    expect((await tablet.push(good)).verdicts).toEqual([{ n: 1, s: 'applied' }]);
    const next = await log(tablet),
      rotten = { h: next.h, bytes: next.bytes.map((b, i) => (i === 100 ? b ^ 1 : b)) };
    await code(tablet.push(rotten));
    expect((await tablet.push(rotten)).verdicts).toEqual([{ n: 2, s: 'parked', code: 'damaged' }]);
  });

  it('[sync P11] distinguishes an old app, a new app and torn frames', async () => {
    const a = await log(tablet);
    expect(
      await code(world.core.push(tablet.actor, tablet.frame([a], { proto: 0 }))),
    ).toMatchObject({ code: 'client_too_old' });
    expect(
      await code(world.core.push(tablet.actor, tablet.frame([a], { proto: 9 }))),
    ).toMatchObject({ code: 'unavailable' });
    expect(
      await code(world.core.push(tablet.actor, tablet.frame([a]).subarray(0, -1))),
    ).toMatchObject({ code: 'bad_request' });
    expect(await code(world.core.push(tablet.actor, new Uint8Array([9, 9])))).toMatchObject({
      code: 'bad_request',
    });
    expect(
      await code(world.core.push(tablet.actor, tablet.frame([a, { ...a, h: { ...a.h, n: 2 } }]))),
    ).toMatchObject({ code: 'bad_request' });
    expect(
      await code(
        world.core.push(
          tablet.actor,
          tablet.frame([{ ...a, h: { ...a.h, kind: 'log\u0000' as 'log' } }]),
        ),
      ),
    ).toMatchObject({ code: 'bad_request' });
    expect(
      await code(world.core.push(tablet.actor, tablet.frame([a], { device: v7() }))),
    ).toMatchObject({ code: 'forbidden' });
  });

  it('[sync P3][sync P4] acknowledges stored ops before they are opened', async () => {
    let opened = 0;
    const slow = await openWorld(store, {
      openOp: (_cid, bytes, aad) => {
        opened++;
        return world.deps.openOp('', bytes, aad);
      },
    });
    const device = await slow.tablet(),
      op = await log(device);
    expect(await slow.core.push(device.actor, device.frame([op]))).toMatchObject({
      ackN: 1,
      results: [{ n: 1, s: 'stored' }],
    });
    expect([opened, (await findOp(slow.look(), op.h.id))?.result]).toEqual([0, 'stored']);
    await slow.core.judged();
    expect(opened).toBe(1);
    // Sealed to the key of another world: opened, and found unreadable.
    expect(await findOp(slow.look(), op.h.id)).toMatchObject({
      result: 'parked',
      code: 'unreadable',
    });
  });

  it('[sync P7] reports ops as safe a day after their commit', async () => {
    await tablet.push(await log(tablet), await log(tablet));
    world.clock.now += 23 * 3_600_000;
    expect((await tablet.push(await log(tablet))).safeN).toBe(0);
    world.clock.now += 2 * 3_600_000;
    expect(await tablet.push(await log(tablet))).toMatchObject({ ackN: 4, safeN: 2 });
  });

  it('[sync P7][sync F7] with a backup only its ops are safe: at most the acknowledged, never less', async () => {
    const backed = await openWorld(store, { hasBackup: () => true }),
      device = await backed.tablet();
    await device.push(await log(device), await log(device), await log(device));
    backed.clock.now += 48 * 3_600_000;
    expect((await device.push(await log(device))).safeN).toBe(0);
    const raise = async (n: number, inc = device.inc) => {
      await backed.write((w) => raiseSafe(w, [{ device: device.id, inc, n }]));
      return (await findTablet(backed.look(), device.id))?.safeN;
    };
    expect([
      await raise(3),
      await raise(2),
      await raise(4, 'another-incarnation'),
      await raise(9),
    ]).toEqual([3, 3, 3, 4]);
    expect((await device.push(await log(device))).safeN).toBe(4);
  });

  it("[sync H1][inv S2] a push of a new local database reports the old one's unsent ops", async () => {
    const beat = {
      inc: tablet.inc,
      highN: 5,
      ackSeen: 2,
      pending: 3,
      unsent: 2,
      unsentTasks: [],
      oldestPendingMs: 1,
      persisted: true,
      appVersion: '1',
      clockOffsetMs: 0,
      quarantined: 0,
    };
    await tablet.push(await log(tablet), await log(tablet));
    await world.write((w) => takeHeartbeat(w, world.installation, tablet.id, beat), tablet.actor);
    tablet.inc = v7();
    tablet.n = 0;
    await tablet.push(await log(tablet));
    expect(await findTablet(world.look(), tablet.id)).toMatchObject({
      lostSubmissions: 2,
      loss: { isExact: true },
      inc: tablet.inc,
      highN: 1,
      ackN: 1,
    });
    const answer = await world.write(
      (w) =>
        takeHeartbeat(w, world.installation, tablet.id, {
          ...beat,
          inc: tablet.inc,
          highN: 1,
          ackSeen: 1,
          pending: 0,
          unsent: 0,
        }),
      tablet.actor,
    );
    expect(answer).toMatchObject({
      leaseUntil: START + 86_400_000,
      epoch: world.installation.epoch,
    });
    expect((await findTablet(world.look(), tablet.id))?.lostSubmissions).toBe(2);
  });
});
