// How far a tablet's ops are stored and safe, as its row says; by prepared queries, because every push writes here.

import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { ScopedQuery } from '../db/scope.ts';
import type { Reader, Writer } from '../db/store.ts';
import type { Work } from '../work.ts';

/** What a push needs of a tablet's row. */
export interface Heads { id: string; inc: string | null; highN: number; ackN: number; safeN: number; revokedAt: number | null }
const p = sql.placeholder;

const HEADS: ScopedQuery<Reader, Heads[]> = {
  build: (db, { tablet }, own) => db.select({ id: tablet.id, inc: tablet.inc, highN: tablet.highN, ackN: tablet.ackN, safeN: tablet.safeN, revokedAt: tablet.revokedAt })
    .from(tablet).where(own(tablet, eq(tablet.id, p('id')))),
};
const STORED: ScopedQuery<Writer, unknown> = {
  build: (db, { tablet }, own) => db.update(tablet).set({ highN: sql`${p('highN')}`, ackN: sql`${p('ackN')}`, safeN: sql`${p('safeN')}`, lastSeenAt: sql`${p('at')}` })
    .where(own(tablet, and(eq(tablet.id, p('id')), isNull(tablet.revokedAt)))),
};

export const headsOf = async (w: Work, tabletId: string): Promise<Heads | undefined> => (await w.tx.run(HEADS, w.t, { id: tabletId }))[0];
/** The tablet's newest incarnation is stored up to `ackN`. */
export async function noteStored(w: Work, tabletId: string, { highN, ackN, safeN }: Pick<Heads, 'highN' | 'ackN' | 'safeN'>): Promise<void> {
  await w.tx.run(STORED, w.t, { id: tabletId, highN, ackN, safeN, at: w.now });
}

/**
 * A backup holds every op of these incarnations up to `n`: their tablets may let go of the copies (P7).
 * Only the incarnation a tablet speaks as today, never beyond what is acknowledged, never down.
 */
export async function raiseSafe(w: Work, heads: readonly { device: string; inc: string; n: number }[]): Promise<void> {
  const { tablet } = w.t;
  for (const { device, inc, n } of heads) {
    const row = await headsOf(w, device);
    const safeN = row?.inc === inc ? Math.min(n, row.ackN) : 0;
    // The row may have gone on meanwhile; what it says then is at least as much.
    await w.tx.update(tablet, { safeN }, and(eq(tablet.id, device), eq(tablet.inc, inc), lt(tablet.safeN, safeN), gte(tablet.ackN, safeN))!);
  }
}
