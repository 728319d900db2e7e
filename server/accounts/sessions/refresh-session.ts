// Renews a session by its refresh cookie: every use replaces it, and reuse of a replaced one ends
// the session (security row 10).

import { AppError } from '../../../shared/base/errors.ts';
import { GRACE_MS, IDLE_MS, type AuthDeps } from '../sign-in/auth-deps.ts';
import { endSession } from './end-session.ts';
import { actorOf, giveToken, newRefresh, showSignedIn, type Opened } from './open-session.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import {
  findSecurityEpoch,
  findSession,
  findUser,
  rotateSession,
  type SessionRow,
  type UserRow,
} from '../account-store/store.ts';

/** Returns session and user of a refresh secret, if both are still active; ends expired ones. */
async function liveSession(
  deps: AuthDeps,
  refresh: string,
): Promise<{ session: SessionRow; user: UserRow } | undefined> {
  const session = await findSession(deps.store, refresh.split('.')[0] ?? '');
  if (!session || session.endedAt !== null) return undefined;
  const user = await findUser(deps.store, session.userId);
  const now = deps.now();
  const idle = session.longLogin ? IDLE_MS.long : IDLE_MS.short;
  // A locked session is inactive: it waits for its user until it expires.
  const isOver =
    now >= session.absoluteUntil ||
    (session.lockedAt === null && now - session.lastSeenAt >= idle) ||
    session.securityEpoch !== (await findSecurityEpoch(deps.store));
  if (user && user.disabledAt === null && !isOver) return { session, user };
  await endSession(deps, session, isOver ? 'over' : 'disabled');
  return undefined;
}

/** Renews a session. @throws AppError unauthenticated, session_locked */
export async function refreshSession(
  deps: AuthDeps,
  input: { refresh: string | undefined; ip: string },
): Promise<Opened> {
  const found = input.refresh === undefined ? undefined : await liveSession(deps, input.refresh);
  if (!found || input.refresh === undefined) throw new AppError('unauthenticated');
  const { session, user } = found;
  if (session.lockedAt !== null && isSameSecret(session.refreshHash, hashSecret(input.refresh)))
    throw new AppError('session_locked');
  const given = hashSecret(input.refresh);
  const write = <T>(work: Parameters<AuthDeps['workshop']['write']>[2]): Promise<T> =>
    deps.workshop.write(user.cid, actorOf(user, session.id, input.ip), work) as Promise<T>;

  if (isSameSecret(session.refreshHash, given)) {
    const refresh = newRefresh(session.id);
    const token = await write<{ authToken: string; expiresAt: number } | undefined>(async (w) =>
      (await rotateSession(w, session.id, given, hashSecret(refresh)))
        ? giveToken(w, session)
        : undefined,
    );
    // The other tab was first: read again, this time as the replaced cookie within its grace
    // period.
    if (!token) return refreshSession(deps, input);
    return {
      answer: await showSignedIn(deps, user, token),
      refresh,
      maxAgeMs: session.longLogin ? session.absoluteUntil - deps.now() : undefined,
    };
  }
  if (
    isSameSecret(session.previousHash, given) &&
    deps.now() - (session.rotatedAt ?? 0) < GRACE_MS
  ) {
    const token = await write<{ authToken: string; expiresAt: number }>((w) =>
      giveToken(w, session),
    );
    return {
      answer: await showSignedIn(deps, user, token),
      refresh: undefined,
      maxAgeMs: undefined,
    };
  }
  await endSession(deps, session, 'reuse');
  throw new AppError('unauthenticated');
}
