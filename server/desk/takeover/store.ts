// Queries of takeover codes; the one writer of their table.

import { and, desc, eq, gt, isNull, lt, type SQL } from 'drizzle-orm';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type TakeoverRow = Row<Schema['takeover']>;
/** All conditions; the first keeps the result from being empty. */
const all = (first: SQL, ...rest: SQL[]): SQL => and(first, ...rest) ?? first;

export const insertTakeover = (w: Work, row: NewRow<Schema['takeover']>): Promise<TakeoverRow[]> =>
  w.tx.insert(w.t.takeover, row);
export const findTakeover = (s: Look | Work, hash: string): Promise<TakeoverRow | undefined> =>
  readerOf(s).one(s.t.takeover, { hash });
/** Consumes a code; false when it was used, withdrawn, or expired. */
export async function takeTakeover(w: Work, hash: string, toTablet: string): Promise<boolean> {
  const { takeover: t } = w.t;
  return (
    (
      await w.tx.update(
        t,
        { usedAt: w.now, toTablet },
        all(eq(t.hash, hash), isNull(t.usedAt), isNull(t.endedAt), gt(t.expiresAt, w.now)),
      )
    ).length > 0
  );
}
/** Withdraws unused codes: those of a Mappe, or those that a tablet shows. */
export async function endTakeovers(
  w: Work,
  of: { mappeId: string } | { fromTablet: string },
): Promise<void> {
  const { takeover: t } = w.t;
  await w.tx.update(
    t,
    { endedAt: w.now },
    all(
      'mappeId' in of ? eq(t.mappeId, of.mappeId) : eq(t.fromTablet, of.fromTablet),
      isNull(t.usedAt),
      isNull(t.endedAt),
    ),
  );
}
/** Returns how a device last got a Mappe. */
export async function lastTo(
  s: Look | Work,
  toTablet: string,
  mappeId: string,
): Promise<TakeoverRow | undefined> {
  const { takeover: t } = s.t;
  return (
    await readerOf(s).find(t, all(eq(t.toTablet, toTablet), eq(t.mappeId, mappeId)), {
      orderBy: desc(t.createdAt),
      limit: 1,
    })
  )[0];
}
/** Deletes codes that cannot be used any more. */
export const removeOldTakeovers = (w: Work, before: number): Promise<number> =>
  w.tx.remove(w.t.takeover, lt(w.t.takeover.expiresAt, before));
