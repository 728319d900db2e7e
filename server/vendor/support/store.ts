// Queries of grants and of the list of practices; the only writer of grants. Unscoped where the
// vendor's users read across practices.

import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  sql,
  type SQL,
} from 'drizzle-orm';
import { contains, patternOf } from '../../platform/db/query/contains.ts';
import {
  cidPlaces,
  cidValues,
  placesFor,
  shapedQuery,
} from '../../platform/db/query/shaped-query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import { PAGE_ROWS, type NamePlace } from '../vendor-rows.ts';

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
const clientColumns = ({ praxis, r4c }: Schema) => ({
  cid: praxis.cid,
  name: praxis.name,
  createdAt: praxis.createdAt,
  r4chost: r4c.r4chost,
  r4cUuid: r4c.r4cUuid,
});
/** A practice with its place in the list. */
export type ListedClient = Omit<ClientRow, 'r4cUuid'> & { place: string };
type Turn = 'first' | 'next' | 'search' | 'searchNext';
const clientPage = shapedQuery((db, { praxis: p, r4c, fleetState: f }, turn: Turn) => {
  const place = sql<string>`lower(${p.name})`,
    // The fleet keeps names in lower case, with umlauts; a new practice is not in it yet.
    lowered = sql`coalesce(${f.search}, ${place})`,
    isSearch = turn === 'search' || turn === 'searchNext',
    isNext = turn === 'next' || turn === 'searchNext';
  const rows = db
    .select({ cid: p.cid, name: p.name, createdAt: p.createdAt, r4chost: r4c.r4chost, place })
    .from(p)
    .innerJoin(r4c, eq(r4c.cid, p.cid))
    .$dynamic();
  return (isSearch ? rows.leftJoin(f, eq(f.cid, p.cid)) : rows)
    .where(
      and(
        isSearch ? contains(lowered, sql.placeholder('q')) : undefined,
        isNext
          ? sql`(${place}, ${p.cid}) > (${sql.placeholder('name')}, ${sql.placeholder('cid')})`
          : undefined,
      ),
    )
    .orderBy(place, asc(p.cid))
    .limit(PAGE_ROWS + 1);
});
/**
 * Reads the next practices by their name, in one statement, and one more than a page holds.
 * @param of `after`: the place of the last practice before
 */
export const listClients = (
  store: Store,
  { q, after }: { q: string; after: NamePlace | undefined },
): Promise<ListedClient[]> =>
  clientPage(store, q === '' ? (after ? 'next' : 'first') : after ? 'searchNext' : 'search', {
    q: patternOf(q),
    name: after?.[0],
    cid: after?.[1],
  });
/** Reads some practices. */
export async function findClients(
  { read, t }: Store,
  cids: readonly string[],
): Promise<ClientRow[]> {
  if (cids.length === 0) return [];
  return read
    .select(clientColumns(t))
    .from(t.praxis)
    .innerJoin(t.r4c, eq(t.r4c.cid, t.praxis.cid))
    .where(inArray(t.praxis.cid, [...cids]));
}
const peopleCount = shapedQuery((db, { user: u }, places: number) =>
  db
    .select({ cid: u.cid, n: count() })
    .from(u)
    .where(and(isNull(u.disabledAt), inArray(u.cid, cidPlaces(places))))
    .groupBy(u.cid),
);
/** Counts active accounts of some practices. */
export async function countPeople(
  store: Store,
  cids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await peopleCount(store, placesFor(cids), cidValues(cids));
  return new Map(rows.map((r) => [r.cid, r.n]));
}
