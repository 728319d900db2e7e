// Queries which host serves a caller; the dispatcher writes nothing and knows no addresses except
// those of this table.

import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Store } from '../../platform/db/store.ts';

export interface R4cRow {
  r4cUuid: string;
  r4chost: string;
}
const first = <T>(rows: T[]): T | undefined => rows[0];
const columns = ({
  t,
}: Store): { r4cUuid: typeof t.r4c.r4cUuid; r4chost: typeof t.r4c.r4chost } => ({
  r4cUuid: t.r4c.r4cUuid,
  r4chost: t.r4c.r4chost,
});

export async function r4cOfCid(store: Store, cid: string): Promise<R4cRow | undefined> {
  return first(
    await store.read
      .select(columns(store))
      .from(store.t.r4c)
      .where(eq(store.t.r4c.cid, cid))
      .limit(1),
  );
}
export async function r4cOfHost(store: Store, r4chost: string): Promise<R4cRow | undefined> {
  return first(
    await store.read
      .select(columns(store))
      .from(store.t.r4c)
      .where(eq(store.t.r4c.r4chost, r4chost))
      .limit(1),
  );
}
/** Finds by the hash of a still valid code; does not use it up. */
export async function r4cOfCode(
  store: Store,
  hash: string,
  now: number,
): Promise<R4cRow | undefined> {
  const { r4c, tabletCode: c } = store.t;
  return first(
    await store.read
      .select(columns(store))
      .from(c)
      .innerJoin(r4c, eq(r4c.r4cUuid, c.r4cUuid))
      .where(and(eq(c.hash, hash), isNull(c.usedAt), or(isNull(c.expiresAt), gt(c.expiresAt, now))))
      .limit(1),
  );
}
/**
 * Finds by the hash of a link to a questionnaire at home; an ended one still finds its practice,
 * which can be called.
 */
export async function r4cOfHomeLink(store: Store, hash: string): Promise<R4cRow | undefined> {
  const { r4c, homeLink } = store.t;
  return first(
    await store.read
      .select(columns(store))
      .from(homeLink)
      .innerJoin(r4c, eq(r4c.cid, homeLink.cid))
      .where(eq(homeLink.hash, hash))
      .limit(1),
  );
}
/** Finds by the hash of a share's id while its link is valid; others are unknown. */
export async function r4cOfShare(
  store: Store,
  hash: string,
  now: number,
): Promise<R4cRow | undefined> {
  const { r4c, share } = store.t;
  return first(
    await store.read
      .select(columns(store))
      .from(share)
      .innerJoin(r4c, eq(r4c.cid, share.cid))
      .where(
        and(
          eq(share.hash, hash),
          isNull(share.endedAt),
          isNull(share.doneAt),
          gt(share.expiresAt, now),
        ),
      )
      .limit(1),
  );
}
/** Returns the single host of an installation with one practice. */
export async function onlyR4c(store: Store): Promise<R4cRow | undefined> {
  const rows = await store.read.select(columns(store)).from(store.t.r4c).limit(2);
  return rows.length === 1 ? rows[0] : undefined;
}
/**
 * Finds by the hash of a registered tablet's token; revoked tablets still find their host, which
 * rejects them.
 */
export async function r4cOfTablet(store: Store, hash: string): Promise<R4cRow | undefined> {
  const { r4c, tablet } = store.t;
  return first(
    await store.read
      .select(columns(store))
      .from(tablet)
      .innerJoin(r4c, eq(r4c.r4cUuid, tablet.r4cUuid))
      .where(eq(tablet.tokenHash, hash))
      .limit(1),
  );
}
