// Queries of grants and of the list of practices; the only writer of grants. Unscoped where the
// vendor's users read across practices.

import { and, asc, count, desc, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type GrantRow = Row<Schema['accessGrant']>;
const KEPT = 200;
/** Allowed wrong attempts of a spoken code, counted together. */
const MOST_TRIES = 5;

export const insertGrant = async (
  w: Work,
  row: NewRow<Schema['accessGrant']>,
): Promise<GrantRow | undefined> => (await w.tx.insert(w.t.accessGrant, row))[0];
export const findGrant = (s: Look | Work, id: string): Promise<GrantRow | undefined> =>
  readerOf(s).one(s.t.accessGrant, { id });
export const listGrants = (s: Look | Work): Promise<GrantRow[]> =>
  readerOf(s).find(s.t.accessGrant, undefined, {
    orderBy: desc(s.t.accessGrant.askedAt),
    limit: KEPT,
  });
/** Returns uses of emergency access that no owner has reviewed, however long ago. */
export async function listUnreviewed(s: Look | Work): Promise<GrantRow[]> {
  const g = s.t.accessGrant;
  return readerOf(s).find(
    g,
    and(eq(g.kind, 'break_glass'), isNotNull(g.approvedAt), isNull(g.reviewedAt)),
  );
}
/**
 * Returns the grant by which this user may act for the practice; of several the one that started
 * last.
 */
export async function activeGrant(s: Look | Work, userId: string): Promise<GrantRow | undefined> {
  const g = s.t.accessGrant;
  return (
    await readerOf(s).find(
      g,
      and(eq(g.userId, userId), isNotNull(g.approvedAt), isNull(g.endedAt), gt(g.expiresAt, s.now)),
      { orderBy: desc(g.approvedAt), limit: 1 },
    )
  )[0];
}
/**
 * Each transition happens once; undefined when another call was first or the grant belongs to
 * others.
 */
const change = async (
  w: Work,
  id: string,
  set: Partial<NewRow<Schema['accessGrant']>>,
  ...open: SQL[]
): Promise<GrantRow | undefined> =>
  (await w.tx.update(w.t.accessGrant, set, and(eq(w.t.accessGrant.id, id), ...open)!))[0];
export const beginGrant = (w: Work, id: string, set: Partial<NewRow<Schema['accessGrant']>>) =>
  change(w, id, set, isNull(w.t.accessGrant.approvedAt), isNull(w.t.accessGrant.endedAt));
export const endGrantRow = (w: Work, id: string) =>
  change(w, id, { endedAt: w.now }, isNull(w.t.accessGrant.endedAt));
export const reviewGrantRow = (w: Work, id: string, by: string) =>
  change(w, id, { reviewedAt: w.now, reviewedBy: by }, isNull(w.t.accessGrant.reviewedAt));
export const countTry = (w: Work, row: GrantRow) =>
  change(
    w,
    row.id,
    { tries: row.tries + 1, ...(row.tries + 1 >= MOST_TRIES && { endedAt: w.now }) },
    eq(w.t.accessGrant.tries, row.tries),
  );
/** Returns spoken codes that are not redeemed yet. */
export async function openCodes(s: Look | Work, since: number): Promise<GrantRow[]> {
  const g = s.t.accessGrant;
  return readerOf(s).find(
    g,
    and(eq(g.kind, 'spoken'), isNull(g.approvedAt), isNull(g.endedAt), gt(g.askedAt, since)),
  );
}
export async function grantsOf({ read, t }: Store, userId: string): Promise<GrantRow[]> {
  return read
    .select()
    .from(t.accessGrant)
    .where(eq(t.accessGrant.userId, userId))
    .orderBy(desc(t.accessGrant.askedAt))
    .limit(KEPT);
}
/** Returns uses of emergency access without a review, in every practice. */
export async function grantsToReview({ read, t }: Store): Promise<GrantRow[]> {
  const g = t.accessGrant;
  return read
    .select()
    .from(g)
    .where(and(eq(g.kind, 'break_glass'), isNotNull(g.approvedAt), isNull(g.reviewedAt)));
}
/** Returns break-glass requests that wait for approval, in every practice. */
export async function waitingGrants({ read, t }: Store): Promise<GrantRow[]> {
  const g = t.accessGrant;
  return read
    .select()
    .from(g)
    .where(and(eq(g.kind, 'break_glass'), isNull(g.approvedAt), isNull(g.endedAt)))
    .orderBy(desc(g.askedAt))
    .limit(KEPT);
}

export interface ClientRow {
  cid: string;
  name: string;
  r4chost: string;
  r4cUuid: string;
  createdAt: number;
}
export async function listClients({ read, t }: Store): Promise<ClientRow[]> {
  return read
    .select({
      cid: t.praxis.cid,
      name: t.praxis.name,
      createdAt: t.praxis.createdAt,
      r4chost: t.r4c.r4chost,
      r4cUuid: t.r4c.r4cUuid,
    })
    .from(t.praxis)
    .innerJoin(t.r4c, eq(t.r4c.cid, t.praxis.cid))
    .orderBy(asc(t.praxis.createdAt));
}
/** Counts active accounts of each practice. */
export async function countPeople({ read, t }: Store): Promise<Map<string, number>> {
  const rows = await read
    .select({ cid: t.user.cid, n: count() })
    .from(t.user)
    .where(isNull(t.user.disabledAt))
    .groupBy(t.user.cid);
  return new Map(rows.map((r) => [r.cid, r.n]));
}
