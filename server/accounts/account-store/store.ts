// Queries of users, sessions, tokens and attempts; the only writer of these tables. Unscoped where
// the practice is not known yet (a login, a token).

import { and, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { SKEW_MS } from '../../../shared/base/clock-bounds.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import { runPrepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { PraxisSettings } from '../../platform/db/schema/settings.ts';
import type { NewRow, Row, ScopedQuery } from '../../platform/db/scope.ts';
import type { Reader, Store, Writer } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type UserRow = Row<Schema['user']>;
export type SessionRow = Row<Schema['session']>;
export type AttemptRow = Row<Schema['attempt']>;
export type FirstUserTokenRow = Row<Schema['firstUserToken']>;

const first = <T>(rows: T[]): T | undefined => rows[0];

/** Finds a user by folded e-mail address, in any practice. */
export async function findUserByEmail(
  { read, t }: Store,
  email: string,
): Promise<UserRow | undefined> {
  return first(await read.select().from(t.user).where(eq(t.user.email, email)).limit(1));
}
export async function findUser({ read, t }: Store, id: string): Promise<UserRow | undefined> {
  return first(await read.select().from(t.user).where(eq(t.user.id, id)).limit(1));
}
export async function countUsers({ read, t }: Store): Promise<number> {
  return read.$count(t.user);
}
export const insertUser = async (
  w: Work,
  row: NewRow<Schema['user']>,
): Promise<UserRow | undefined> => first(await w.tx.insert(w.t.user, row));
export const setPasswordHash = async (
  w: Work,
  id: string,
  passwordHash: string,
): Promise<boolean> => (await w.tx.update(w.t.user, { passwordHash }, { id })).length > 0;

export async function findSession({ read, t }: Store, id: string): Promise<SessionRow | undefined> {
  return first(await read.select().from(t.session).where(eq(t.session.id, id)).limit(1));
}
export const insertSession = async (w: Work, row: NewRow<Schema['session']>): Promise<void> => {
  await w.tx.insert(w.t.session, row);
};
/** Replaces the refresh secret; false when another call was first or the session has ended. */
export async function rotateSession(
  w: Work,
  id: string,
  oldHash: string,
  newHash: string,
): Promise<boolean> {
  const s = w.t.session;
  return (
    (
      await w.tx.update(
        s,
        { refreshHash: newHash, previousHash: oldHash, rotatedAt: w.now, lastSeenAt: w.now },
        { id, refreshHash: oldHash, endedAt: NOTHING },
      )
    ).length > 0
  );
}
/** Replaces a cookie whose response was lost; the one before it stays the replaced one. */
export async function replaceLost(
  w: Work,
  id: string,
  { lost, previous, next }: { lost: string; previous: string; next: string },
): Promise<boolean> {
  const s = w.t.session;
  return (
    (
      await w.tx.update(
        s,
        { refreshHash: next, rotatedAt: w.now, lastSeenAt: w.now },
        { id, refreshHash: lost, previousHash: previous, endedAt: NOTHING },
      )
    ).length > 0
  );
}
export async function endSessionRow(w: Work, id: string): Promise<boolean> {
  const s = w.t.session;
  const ended = await w.tx.update(s, { endedAt: w.now }, { id, endedAt: NOTHING });
  await w.tx.remove(w.t.accessToken, { sessionId: id });
  return ended.length > 0;
}
export const setStepUp = async (w: Work, id: string, until: number): Promise<void> => {
  await w.tx.update(w.t.session, { stepUpUntil: until }, { id, endedAt: NOTHING });
};
export async function listOpenSessions(w: Work, userId: string): Promise<string[]> {
  return (
    await w.tx.find(w.t.session, and(eq(w.t.session.userId, userId), isNull(w.t.session.endedAt)))
  ).map((s) => s.id);
}

const OLD_TOKENS: ScopedQuery<Writer, unknown> = {
  build: (db, { accessToken: a }, own) =>
    db.delete(a).where(own(a, lt(a.expiresAt, sql.placeholder('now')))),
};
/** Stores a bearer token's hash and deletes the expired ones of this practice. */
export async function insertAccessToken(
  w: Work,
  row: NewRow<Schema['accessToken']>,
): Promise<void> {
  await w.tx.run(OLD_TOKENS, w.t, { now: w.now });
  await w.tx.insert(w.t.accessToken, row);
}
export const removeTabletTokens = (w: Work, tabletId: string): Promise<number> =>
  w.tx.remove(w.t.accessToken, { tabletId });

/**
 * Reads a bearer token's data in one prepared query of few columns: it runs with every request, and
 * most of them come from tablets.
 * @param longest lifetime of a token (ms): one that ends later was issued by a clock that was ahead
 */
export async function findBearer(
  { read, t }: Store,
  hash: string,
  now: number,
  longest: number,
): Promise<
  | {
      token: { sessionId: string | null; securityEpoch: number };
      installation: { securityEpoch: number } | null;
      tablet: Pick<
        Row<Schema['tablet']>,
        'id' | 'cid' | 'r4cUuid' | 'revokedAt' | 'guestOf'
      > | null;
    }
  | undefined
> {
  const { accessToken, installation, tablet } = t;
  return first(
    await runPrepared(
      read,
      findBearer,
      () =>
        read
          .select({
            token: { sessionId: accessToken.sessionId, securityEpoch: accessToken.securityEpoch },
            installation: { securityEpoch: installation.securityEpoch },
            tablet: {
              id: tablet.id,
              cid: tablet.cid,
              r4cUuid: tablet.r4cUuid,
              revokedAt: tablet.revokedAt,
              guestOf: tablet.guestOf,
            },
          })
          .from(accessToken)
          .leftJoin(installation, sql`true`)
          .leftJoin(tablet, eq(tablet.id, accessToken.tabletId))
          .where(
            and(
              eq(accessToken.hash, sql.placeholder('hash')),
              gt(accessToken.expiresAt, sql.placeholder('now')),
              lte(accessToken.expiresAt, sql.placeholder('latest')),
            ),
          )
          .limit(1),
      { hash, now, latest: now + longest + SKEW_MS },
    ),
  );
}
interface SignedIn {
  session: SessionRow;
  user: UserRow;
  /** Settings of the practice; null for the vendor's users. */
  settings: PraxisSettings | null;
  hasPasskey: boolean;
}
/** Returns session and user of a bearer token, with all that each of their requests asks for. */
export async function findSignedIn(
  { read, t }: Store,
  sessionId: string,
): Promise<SignedIn | undefined> {
  const { session, user, praxis, passkey } = t;
  const hasPasskey = sql<number | boolean>`exists (
    select 1 from ${passkey} where ${passkey.userId} = ${user.id} and ${passkey.clonedAt} is null)`;
  const found = first(
    await runPrepared(
      read,
      findSignedIn,
      () =>
        read
          .select({ session, user, settings: praxis.settings, hasPasskey })
          .from(session)
          .innerJoin(user, eq(user.id, session.userId))
          .leftJoin(praxis, eq(praxis.cid, user.cid))
          .where(eq(session.id, sql.placeholder('id')))
          .limit(1),
      { id: sessionId },
    ),
  );
  return found && { ...found, hasPasskey: Boolean(found.hasPasskey) };
}

/** Finds the data for a signed-in user's app in addition to the user. */
export async function findHome(
  { read, t }: Store,
  cid: string,
): Promise<{ praxisName: string; r4cUuid: string; r4chost: string } | undefined> {
  return first(
    await read
      .select({ praxisName: t.praxis.name, r4cUuid: t.r4c.r4cUuid, r4chost: t.r4c.r4chost })
      .from(t.praxis)
      .innerJoin(t.r4c, eq(t.r4c.cid, t.praxis.cid))
      .where(eq(t.praxis.cid, cid))
      .limit(1),
  );
}
/** Returns practice and host of the user with this address. */
export async function findHomeOfEmail(
  { read, t }: Store,
  email: string,
): Promise<{ cid: string; r4cUuid: string } | undefined> {
  return first(
    await read
      .select({ cid: t.user.cid, r4cUuid: t.r4c.r4cUuid })
      .from(t.user)
      .innerJoin(t.r4c, eq(t.r4c.cid, t.user.cid))
      .where(eq(t.user.email, email))
      .limit(1),
  );
}
/** Returns a user of the transaction's practice. */
export const findUserInUnit = (w: Work, id: string): Promise<UserRow | undefined> =>
  w.tx.one(w.t.user, { id });
export const findUsersInUnit = (w: Work, emails: readonly string[]): Promise<UserRow[]> =>
  w.tx.find(w.t.user, inArray(w.t.user.email, [...emails]));
export async function findSecurityEpoch({ read, t }: Store): Promise<number> {
  return (
    first(await read.select({ epoch: t.installation.securityEpoch }).from(t.installation).limit(1))
      ?.epoch ?? 0
  );
}

export async function findAttempt(
  tx: Reader,
  t: Schema,
  key: string,
): Promise<AttemptRow | undefined> {
  return first(await tx.select().from(t.attempt).where(eq(t.attempt.key, key)).limit(1));
}
/**
 * Writes the counter only if it is unchanged since it was read; undefined `before`: there was none.
 */
export async function countAttempt(
  tx: Writer,
  t: Schema,
  before: AttemptRow | undefined,
  after: AttemptRow,
): Promise<boolean> {
  if (!before)
    return (await tx.insert(t.attempt).values(after).onConflictDoNothing().returning()).length > 0;
  const set = { count: after.count, windowStart: after.windowStart };
  return (
    (
      await tx
        .update(t.attempt)
        .set(set)
        .where(
          and(
            eq(t.attempt.key, before.key),
            eq(t.attempt.count, before.count),
            eq(t.attempt.windowStart, before.windowStart),
          ),
        )
        .returning()
    ).length > 0
  );
}
export async function removeAttempt(store: Store, key: string): Promise<void> {
  await store.write(async (tx) => {
    await tx.delete(store.t.attempt).where(eq(store.t.attempt.key, key));
  });
}
/** Deletes counters without attempts since `before` (ms). */
export async function sweepAttempts(store: Store, before: number): Promise<void> {
  await store.write(async (tx) => {
    await tx.delete(store.t.attempt).where(lt(store.t.attempt.windowStart, before));
  });
}

export async function findFirstUserToken(
  { read, t }: Store,
  hash: string,
  now: number,
): Promise<FirstUserTokenRow | undefined> {
  return first(
    await read
      .select()
      .from(t.firstUserToken)
      .where(
        and(
          eq(t.firstUserToken.hash, hash),
          gt(t.firstUserToken.expiresAt, now),
          isNull(t.firstUserToken.usedAt),
        ),
      )
      .limit(1),
  );
}
export async function addFirstUserToken(store: Store, row: FirstUserTokenRow): Promise<void> {
  await store.write(async (tx) => {
    await tx.insert(store.t.firstUserToken).values(row);
  });
}
export async function hasAdministrator({ read, t }: Store): Promise<boolean> {
  return (
    (
      await read
        .select({ id: t.user.id })
        .from(t.user)
        .where(
          and(
            eq(t.user.cid, VENDOR_CID),
            eq(t.user.role, 'administrator'),
            isNull(t.user.disabledAt),
          ),
        )
        .limit(1)
    ).length > 0
  );
}
/** Returns the active owners of the transaction's practice. */
export const listOwners = (at: Work | Look): Promise<UserRow[]> =>
  readerOf(at).find(at.t.user, and(eq(at.t.user.role, 'owner'), isNull(at.t.user.disabledAt)));
/** Inserts a new link and deletes all older unused ones. */
export async function replaceFirstUserTokens(store: Store, row: FirstUserTokenRow): Promise<void> {
  const f = store.t.firstUserToken;
  await store.write(async (tx) => {
    await tx.delete(f).where(isNull(f.usedAt));
    await tx.insert(f).values(row);
  });
}
/**
 * Uses a link up; false when another request was first. Joins the transaction that creates the
 * account.
 */
export async function takeFirstUserToken(
  store: Store,
  hash: string,
  now: number,
): Promise<boolean> {
  const f = store.t.firstUserToken;
  return store.write(
    async (tx) =>
      (
        await tx
          .update(f)
          .set({ usedAt: now })
          .where(and(eq(f.hash, hash), isNull(f.usedAt), gt(f.expiresAt, now)))
          .returning()
      ).length > 0,
  );
}
/** Deletes ended sessions and used links older than `before` (ms). */
export async function sweepSessions(store: Store, before: number): Promise<void> {
  const { session: s, accessToken: a, firstUserToken: f } = store.t;
  await store.write(async (tx) => {
    await tx.delete(a).where(lt(a.expiresAt, before));
    await tx.delete(s).where(or(lt(s.endedAt, before), lt(s.absoluteUntil, before)));
    await tx.delete(f).where(lt(f.expiresAt, before));
  });
}
