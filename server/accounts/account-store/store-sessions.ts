// Queries of sessions shown to users: their own list, the lock of a workstation.

import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Work } from '../../platform/work.ts';
import type { SessionRow } from './store.ts';

/** Returns a user's valid sessions, newest first. */
export async function listSessions(
  { read, t }: Store,
  userId: string,
  now: number,
): Promise<SessionRow[]> {
  const s = t.session;
  return read
    .select()
    .from(s)
    .where(and(eq(s.userId, userId), isNull(s.endedAt), gt(s.absoluteUntil, now)))
    .orderBy(desc(s.createdAt));
}
/** Returns ids of the user's other valid sessions. */
export async function listOtherSessions(
  w: Work,
  userId: string,
  sessionId: string,
): Promise<string[]> {
  const s = w.t.session;
  return (
    await w.tx.find(s, and(eq(s.userId, userId), ne(s.id, sessionId), isNull(s.endedAt)))
  ).map((row) => row.id);
}
export async function findOwnSession(
  w: Work,
  userId: string,
  id: string,
): Promise<SessionRow | undefined> {
  return w.tx.one(w.t.session, { id, userId });
}
/** Returns false when it was already locked or has ended. */
export async function lockSession(w: Work, id: string): Promise<boolean> {
  const s = w.t.session;
  return (
    (
      await w.tx.update(
        s,
        { lockedAt: w.now, stepUpUntil: null },
        { id, lockedAt: NOTHING, endedAt: NOTHING },
      )
    ).length > 0
  );
}
/**
 * Unlocks a session with a new refresh secret; false when another call was first or it has ended.
 */
export async function unlockSession(
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
        {
          lockedAt: null,
          lastSeenAt: w.now,
          refreshHash: newHash,
          previousHash: oldHash,
          rotatedAt: w.now,
        },
        { id, refreshHash: oldHash, endedAt: NOTHING },
      )
    ).length > 0
  );
}
/** Deletes the old bearer tokens of a session; the next one is issued in the same transaction. */
export async function dropTokens(w: Work, sessionId: string): Promise<void> {
  await w.tx.remove(w.t.accessToken, { sessionId });
}
