// Resolves the owner of a bearer token, read from the database with every request: rights and
// revocations take effect at once.

import { AppError } from '../../../shared/base/errors.ts';
import { isBefore, isFromFuture } from '../../../shared/base/clock-bounds.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/work.ts';
import { ACCESS_MS, STEP_UP_MS } from '../sign-in/auth-deps.ts';
import { factorFrom } from '../sign-in/factors.ts';
import { actorOf } from './open-session.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { isMachineToken, resolveMachine } from '../sign-in/machine.ts';
import { findBearer, findSignedIn } from '../account-store/store.ts';

const stepUpOf = (until: number, at: number): number =>
  isBefore(at, until, STEP_UP_MS) ? until : 0;

/**
 * Resolves the caller of a request; returns undefined for anything unknown, ended or expired.
 * @throws AppError tablet_revoked, session_locked; returns undefined for anything unknown, ended or
 * expired
 */
export async function resolveActor(
  { store, now }: { store: Store; now: () => number },
  bearer: string,
  ip: string,
): Promise<Actor | undefined> {
  if (!/^[\w-]{20,200}$/.test(bearer)) return undefined;
  const at = now();
  if (isMachineToken(bearer)) return resolveMachine(store, bearer, ip, at);
  const found = await findBearer(store, hashSecret(bearer), at, ACCESS_MS);
  if (!found || found.token.securityEpoch !== (found.installation?.securityEpoch ?? 0))
    return undefined;
  const {
    token: { sessionId },
    tablet,
  } = found;
  if (tablet) {
    if (tablet.revokedAt !== null) throw new AppError('tablet_revoked');
    return {
      kind: 'tablet',
      ip,
      tabletId: tablet.id,
      cid: tablet.cid,
      r4cUuid: tablet.r4cUuid,
      ...(tablet.guestOf !== null && { guestOf: tablet.guestOf }),
    };
  }
  const signedIn = sessionId === null ? undefined : await findSignedIn(store, sessionId);
  if (!signedIn) return undefined;
  const { session, user, settings, hasPasskey } = signedIn;
  if (session.endedAt !== null || at >= session.absoluteUntil || user.disabledAt !== null)
    return undefined;
  if (isFromFuture(session.createdAt, at)) return undefined;
  if (session.lockedAt !== null) throw new AppError('session_locked');
  const from = hasPasskey ? undefined : factorFrom(user, settings?.staffFactorFrom);
  return {
    ...actorOf(user, session.id, ip, stepUpOf(session.stepUpUntil ?? 0, at)),
    ...(from !== undefined && { factorFrom: from }),
  };
}
