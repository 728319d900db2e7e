// Closed records (Art. 18 GDPR), and users with temporary access to one; read rarely, applied to
// every query.

import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Store } from './store.ts';

export interface ClosedRecords {
  /**
   * Returns numbers hidden from all but the users who opened them.
   * @param who `user:ID`; any other actor has opened nothing
   */
  closedTo(cid: string, who: string): Promise<readonly string[]>;
  /** Must be called after a commit that closed, opened or lifted. */
  forget(cid: string): void;
}
/** Delay until changes by another process on the same database are seen (ms). */
const FRESH_MS = 5_000;
interface Known {
  readAt: number;
  patids: readonly string[];
  openings: readonly { patid: string; by: string; until: number }[];
}
const NOBODY: readonly string[] = [];

export function createClosedRecords(
  { read, t }: Pick<Store, 'read' | 't'>,
  now: () => number,
): ClosedRecords {
  const known = new Map<string, Known>(),
    rounds = new Map<string, number>();
  async function know(cid: string): Promise<Known> {
    const before = known.get(cid);
    if (before && performance.now() - before.readAt < FRESH_MS) return before;
    const round = rounds.get(cid) ?? 0,
      readAt = performance.now(),
      { restriction, restrictionOpening } = t;
    const rows = await read
      .select({ patid: restriction.patid })
      .from(restriction)
      .where(and(eq(restriction.cid, cid), isNull(restriction.liftedAt)));
    const openings =
      rows.length === 0
        ? []
        : await read
            .select({
              patid: restrictionOpening.patid,
              by: restrictionOpening.by,
              until: restrictionOpening.until,
            })
            .from(restrictionOpening)
            .where(and(eq(restrictionOpening.cid, cid), gt(restrictionOpening.until, now())));
    const fresh: Known = {
      readAt,
      patids: rows.length === 0 ? NOBODY : [...new Set(rows.map((row) => row.patid))],
      openings,
    };
    // A record was closed during this read: the next caller reads again.
    if ((rounds.get(cid) ?? 0) === round) known.set(cid, fresh);
    return fresh;
  }
  return {
    async closedTo(cid, who) {
      const { patids, openings } = await know(cid);
      if (patids.length === 0 || openings.length === 0) return patids;
      const at = now(),
        open = new Set(
          openings.filter((one) => one.by === who && one.until > at).map((one) => one.patid),
        );
      return open.size === 0 ? patids : patids.filter((one) => !open.has(one));
    },
    forget(cid) {
      rounds.set(cid, (rounds.get(cid) ?? 0) + 1);
      known.delete(cid);
    },
  };
}
