// Head of a tablet's ops, stored and safe, in its row; by prepared queries, because every push
// writes here.

import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { KnownWrite, ScopedQuery } from '../../platform/db/scope.ts';
import type { Reader, Writer } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

/** Columns of a tablet's row that a push needs. */
export interface Heads {
  id: string;
  inc: string | null;
  highN: number;
  ackN: number;
  safeN: number;
  revokedAt: number | null;
}
const p = sql.placeholder;

const HEADS: ScopedQuery<Reader, Heads[]> = {
  build: (db, { tablet }, own) =>
    db
      .select({
        id: tablet.id,
        inc: tablet.inc,
        highN: tablet.highN,
        ackN: tablet.ackN,
        safeN: tablet.safeN,
        revokedAt: tablet.revokedAt,
      })
      .from(tablet)
      .where(own(tablet, eq(tablet.id, p('id')))),
};
const STORED: ScopedQuery<Writer, unknown> = {
  build: (db, { tablet }, own) =>
    db
      .update(tablet)
      .set({
        highN: sql`${p('highN')}`,
        ackN: sql`${p('ackN')}`,
        safeN: sql`${p('safeN')}`,
        lastSeenAt: sql`${p('at')}`,
      })
      .where(own(tablet, and(eq(tablet.id, p('id')), isNull(tablet.revokedAt)))),
};

const NEXT_STORED: ScopedQuery<Writer, unknown> = {
  build: (db, { tablet }, own) =>
    db
      .update(tablet)
      .set({
        highN: sql`${p('highN')}`,
        ackN: sql`${p('ackN')}`,
        safeN: sql`${p('safeN')}`,
        lastSeenAt: sql`${p('at')}`,
      })
      .where(
        own(
          tablet,
          and(
            eq(tablet.id, p('id')),
            isNull(tablet.revokedAt),
            eq(tablet.inc, p('inc')),
            eq(tablet.highN, p('wasHigh')),
            eq(tablet.ackN, p('wasAck')),
            eq(tablet.safeN, p('wasSafe')),
          ),
        ),
      ),
};

export const headsOf = async (s: Look | Work, tabletId: string): Promise<Heads | undefined> =>
  (await readerOf(s).run(HEADS, s.t, { id: tabletId }))[0];
/**
 * Builds the change of `noteStored` as a write that succeeds only while the row has the values read
 * before.
 */
export const nextStored = (
  was: Heads,
  { highN, ackN, safeN }: Pick<Heads, 'highN' | 'ackN' | 'safeN'>,
  at: number,
): KnownWrite => ({
  query: NEXT_STORED,
  touches: 1,
  values: {
    id: was.id,
    inc: was.inc,
    wasHigh: was.highN,
    wasAck: was.ackN,
    wasSafe: was.safeN,
    highN,
    ackN,
    safeN,
    at,
  },
});
/** Records that the tablet's newest incarnation is stored up to `ackN`. */
export async function noteStored(
  w: Work,
  tabletId: string,
  { highN, ackN, safeN }: Pick<Heads, 'highN' | 'ackN' | 'safeN'>,
): Promise<void> {
  await w.tx.run(STORED, w.t, { id: tabletId, highN, ackN, safeN, at: w.now });
}

/**
 * Records that a backup contains every op of these incarnations up to `n`: their tablets may drop
 * the copies (P7). Only the current incarnation of a tablet, never beyond the acknowledged ops,
 * never decreasing.
 */
export async function raiseSafe(
  w: Work,
  heads: readonly { device: string; inc: string; n: number }[],
): Promise<void> {
  const { tablet } = w.t;
  for (const { device, inc, n } of heads) {
    const row = await headsOf(w, device);
    const safeN = row?.inc === inc ? Math.min(n, row.ackN) : 0;
    // The row may have advanced meanwhile; its value then is at least as high.
    await w.tx.update(
      tablet,
      { safeN },
      and(
        eq(tablet.id, device),
        eq(tablet.inc, inc),
        lt(tablet.safeN, safeN),
        gte(tablet.ackN, safeN),
      )!,
    );
  }
}
