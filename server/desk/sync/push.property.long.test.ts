// Property tests of push: random batches with repeats, overlaps, gaps, lost replies and duplicate
// requests keep the invariants S1–S3 on both databases.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { openWorld, START, type Device, type World } from './testing.ts';

type Op = Awaited<ReturnType<Device['op']>>;
/** One request: its ops, how often it arrives, and whether the tablet receives the response. */
interface Send {
  from: number;
  count: number;
  copies: number;
  isLost: boolean;
  isTorn: boolean;
}

const sends: fc.Arbitrary<Send[]> = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: 11 }),
    count: fc.integer({ min: 1, max: 6 }),
    copies: fc.integer({ min: 1, max: 3 }),
    isLost: fc.boolean(),
    isTorn: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

async function check(world: World, tablet: Device, ops: Op[], heard: number): Promise<void> {
  const { db, t } = world.look();
  const stored = (await db.find(t.op))
    .filter((o) => o.device === tablet.id)
    .sort((a, b) => a.n - b.n);
  // S1: every acknowledged op exists, once, with its bytes; the rows are gap-free.
  expect(stored.length).toBeGreaterThanOrEqual(heard);
  stored.forEach((row, i) => {
    expect([row.n, row.id]).toEqual([i + 1, ops[i]?.h.id]);
    expect(Buffer.from(row.bytes).equals(Buffer.from(ops[i]!.bytes))).toBe(true);
  });
  // S3: every judged op had its effect once and in the order of the tablet.
  const effects = (await db.find(t.audit))
    .filter((a) => a.type === 'tablet.log')
    .sort((a, b) => a.seq - b.seq)
    .map((a) => a.data.code);
  expect(effects).toEqual(ops.slice(0, effects.length).map((_, i) => `op.${i + 1}`));
  expect(effects.length).toBeGreaterThanOrEqual(
    stored.filter((row) => row.result === 'applied').length,
  );
}

describe.each(STORES)('random pushes on %s', (kind) => {
  let store: Store, drop: () => Promise<void>;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());

  it(
    '[inv S1][inv S2][inv S3][sync F3] lose nothing, duplicate nothing, keep the order',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(sends, async (plan) => {
          const world = await openWorld(store),
            tablet = await world.tablet();
          const ops: Op[] = [];
          for (let n = 1; n <= 12; n++)
            ops.push(
              await tablet.op('log', { taskId: '', taskRev: 0 }, { code: `op.${n}`, at: START }),
            );
          let heard = 0;
          for (const s of plan) {
            const batch = ops.slice(s.from, s.from + s.count),
              frame = tablet.frame(batch);
            const answers = await Promise.allSettled(
              Array.from({ length: s.copies }, () =>
                world.core.push(
                  tablet.actor,
                  s.isTorn ? frame.subarray(0, frame.length - 7) : frame,
                ),
              ),
            );
            for (const a of answers) {
              if (a.status === 'fulfilled') {
                if (!s.isLost) heard = Math.max(heard, a.value.ackN);
                continue;
              }
              expect(a.reason).toBeInstanceOf(AppError);
              expect(['sync_gap', 'bad_request', 'unavailable']).toContain(
                (a.reason as AppError).code,
              );
            }
            await check(world, tablet, ops, heard);
          }
          // S2: ops still on the tablet arrive eventually.
          for (let at = heard; at < ops.length; at += 5)
            await world.core.push(tablet.actor, tablet.frame(ops.slice(at, at + 5)));
          await world.core.judged();
          await check(world, tablet, ops, ops.length);
          const { db, t } = world.look();
          expect((await db.pick(t.op, ['result'])).map((o) => o.result)).toEqual(
            ops.map(() => 'applied'),
          );
          await world.core.stop();
        }),
        { numRuns: 25 },
      );
    },
  );
});
