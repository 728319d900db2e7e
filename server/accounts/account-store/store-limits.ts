// Rows of the counters: one per key, with a window that begins with its first attempt.

import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import { SKEW_MS } from '../../../shared/base/clock-bounds.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Reader, Store, Writer } from '../../platform/db/store.ts';
import type { Limit, LimitRows } from '../../platform/limits/limits.ts';

/** The window is over, or was begun by a clock that was ahead. */
const isOver = (t: Schema, { windowMs }: Limit, now: number) =>
  or(lte(t.attempt.windowStart, now - windowMs), gt(t.attempt.windowStart, now + SKEW_MS))!;

async function addOne(
  tx: Writer,
  t: Schema,
  key: string,
  limit: Limit,
  now: number,
): Promise<boolean> {
  const { attempt: a } = t,
    mine = eq(a.key, key);
  const again = await tx
    .update(a)
    .set({ count: 1, windowStart: now })
    .where(and(mine, isOver(t, limit, now)))
    .returning({ key: a.key });
  if (again.length > 0) return true;
  const more = await tx
    .update(a)
    .set({ count: sql`${a.count} + 1` })
    .where(and(mine, lt(a.count, limit.most)))
    .returning({ key: a.key });
  return more.length > 0;
}
/**
 * Counts an attempt unless all are used; joins the caller's transaction.
 * @returns the end of the window (ms) when they are
 */
function countOne(
  store: Store,
  key: string,
  limit: Limit,
  now: number,
): Promise<number | undefined> {
  const { t } = store;
  return store.write(async (tx) => {
    if (await addOne(tx, t, key, limit, now)) return undefined;
    const made = await tx
      .insert(t.attempt)
      .values({ key, count: 1, windowStart: now })
      .onConflictDoNothing()
      .returning({ key: t.attempt.key });
    // Between both another process may have made the row.
    if (made.length > 0 || (await addOne(tx, t, key, limit, now))) return undefined;
    return (await usedUntil(tx, t, key, limit, now)) ?? now;
  });
}
/** Returns the end of the window (ms) if all of its attempts are used. */
async function usedUntil(
  read: Reader,
  t: Schema,
  key: string,
  limit: Limit,
  now: number,
): Promise<number | undefined> {
  const { attempt: a } = t,
    [row] = await read.select().from(a).where(eq(a.key, key)).limit(1);
  if (!row || row.count < limit.most) return undefined;
  const until = row.windowStart + limit.windowMs;
  return now < until && row.windowStart <= now + SKEW_MS ? until : undefined;
}
/** Returns the counters of a store. */
export const limitRows = (store: Store): LimitRows => ({
  countOne: (key, limit, now) => countOne(store, key, limit, now),
  usedUntil: (key, limit, now) => usedUntil(store.read, store.t, key, limit, now),
});
