// Renews a session by its refresh cookie: every use replaces it, and reuse of a replaced one ends
// the session (security row 10).

import { AppError } from '../../../shared/base/errors.ts';
import { isFromFuture } from '../../../shared/base/clock-bounds.ts';
import { GRACE_MS, IDLE_MS, LOST_ANSWER_MS, type AuthDeps } from '../sign-in/auth-deps.ts';
import { endSession } from './end-session.ts';
import {
  actorOf,
  giveToken,
  newRefresh,
  showSignedIn,
  wasGiven,
  type Opened,
} from './open-session.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import type { Work } from '../../platform/work.ts';
import {
  findSecurityEpoch,
  findSession,
  findUser,
  replaceLost,
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
    isFromFuture(session.lastSeenAt, now) ||
    (session.lockedAt === null && now - session.lastSeenAt >= idle) ||
    session.securityEpoch !== (await findSecurityEpoch(deps.store));
  if (user && user.disabledAt === null && !isOver) return { session, user };
  await endSession(deps, session, isOver ? 'over' : 'disabled');
  return undefined;
}

type Write = <T>(work: (w: Work) => Promise<T>) => Promise<T>;
/** Stores the next cookie if the session's cookies are still the ones read. */
type Replace = (w: Work, session: SessionRow, nextHash: string) => Promise<boolean>;

/** Gives a new token, and a new cookie if `replace` stores it; undefined: another tab was first. */
async function renew(
  deps: AuthDeps,
  { session, user }: { session: SessionRow; user: UserRow },
  write: Write,
  replace?: Replace,
): Promise<Opened | undefined> {
  const refresh = replace && newRefresh(deps, session.id);
  const token = await write(async (w) =>
    refresh === undefined || (await replace?.(w, session, hashSecret(refresh)))
      ? giveToken(w, session)
      : undefined,
  );
  if (!token) return undefined;
  return {
    answer: await showSignedIn(deps, user, token),
    refresh,
    maxAgeMs:
      refresh !== undefined && session.longLogin ? session.absoluteUntil - deps.now() : undefined,
  };
}

/** Renews a session. @throws AppError unauthenticated, session_locked */
export async function refreshSession(
  deps: AuthDeps,
  input: { refresh: string | undefined; ip: string },
): Promise<Opened> {
  const found = input.refresh === undefined ? undefined : await liveSession(deps, input.refresh);
  if (!found || input.refresh === undefined) throw new AppError('unauthenticated');
  const { session, user } = found,
    given = hashSecret(input.refresh),
    isCurrent = isSameSecret(session.refreshHash, given);
  if (session.lockedAt !== null && isCurrent) throw new AppError('session_locked');
  const write: Write = (work) =>
    deps.workshop.write(user.cid, actorOf(user, session.id, input.ip), work);
  const age = deps.now() - (session.rotatedAt ?? 0);

  let opened: Opened | undefined;
  if (isCurrent)
    opened = await renew(deps, found, write, (w, one, next) =>
      rotateSession(w, one.id, given, next),
    );
  else if (isSameSecret(session.previousHash, given) && age < GRACE_MS)
    return (await renew(deps, found, write)) ?? refused();
  else if (isSameSecret(session.previousHash, given) && age < LOST_ANSWER_MS)
    opened = await renew(deps, found, write, (w, one, next) =>
      replaceLost(w, one.id, { lost: one.refreshHash, previous: given, next }),
    );
  else {
    if (wasGiven(deps, input.refresh)) await endSession(deps, session, 'reuse');
    refused();
  }
  // The other tab was first: read again, this time as the replaced cookie within its grace period.
  return opened ?? refreshSession(deps, input);
}

function refused(): never {
  throw new AppError('unauthenticated');
}
