// The lock of a workstation: a locked session rejects all calls until its user unlocks it by PIN,
// passkey or password.

import { AppError } from '../../../shared/base/errors.ts';
import type { UnlockProof } from '../../../shared/accounts/factors.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { Actor } from '../../platform/work.ts';
import { type AttemptRule } from '../sign-in/attempts.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { readDesk, swapCookies, type Place } from './desk.ts';
import { noteGuessedPin, reservePassword } from '../sign-in/tell-owners.ts';
import { tryStep } from '../sign-in/login-step.ts';
import { actorOf, giveToken, newRefresh, showSignedIn } from './open-session.ts';
import { checkPasskey } from '../sign-in/passkeys.ts';
import { readCookie } from './refresh-cookie.ts';
import { endStep } from '../account-store/store-factors.ts';
import { lockSession, unlockSession } from '../account-store/store-sessions.ts';
import type { UserRow } from '../account-store/store.ts';

/** Five consecutive wrong PINs, then only password or passkey until one of them was right. */
const PIN_RULE: AttemptRule = {
  free: 5,
  waitMs: DAY_MS,
  maxWaitMs: DAY_MS,
  forgetMs: 30 * DAY_MS,
  most: 5,
};
export const pinKey = (userId: string): string => `unlock:${userId}`;

/** Locks the caller's session; idempotent. */
export async function lock(deps: AuthDeps, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  await deps.workshop.write(actor.cid, actor, async (w) => {
    if (await lockSession(w, actor.sessionId))
      await w.audit('auth.session.locked', { sessionId: actor.sessionId });
  });
}

/**
 * @throws AppError unlock_pin_wrong, unlock_pin_blocked, login_failed, passkey_failed, rate_limited
 */
async function requireProof(
  deps: AuthDeps,
  user: UserRow,
  proof: UnlockProof,
  context: RequestContext,
): Promise<'pin' | 'password' | 'passkey'> {
  if ('pin' in proof) {
    await deps.attempts.reserve(pinKey(user.id), PIN_RULE, deps.now()).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
      noteGuessedPin(deps, user, PIN_RULE.free);
      throw new AppError('unlock_pin_blocked');
    });
    if (user.pinHash !== null && (await deps.passwords.isRight(user.pinHash, proof.pin)))
      return 'pin';
    throw new AppError('unlock_pin_wrong');
  }
  if ('password' in proof) {
    await reservePassword(deps, `stepup:${user.id}`, user);
    if (await deps.passwords.isRight(user.passwordHash, proof.password)) return 'password';
    throw new AppError('login_failed');
  }
  const step = await tryStep(deps, 'unlock', readCookie(context, 'step'));
  if (step.challenge === null || step.userId !== user.id) throw new AppError('passkey_failed');
  await checkPasskey(deps, {
    origin: context.origin,
    challenge: step.challenge,
    response: proof.passkey,
    userId: user.id,
  });
  if (!(await endStep(deps.store, step.hash))) throw new AppError('passkey_failed');
  return 'passkey';
}

/**
 * Unlocks a session of this browser; the active user is locked and stays in the list.
 * @throws AppError unauthenticated, unlock_pin_wrong, unlock_pin_blocked, login_failed,
 * passkey_failed, rate_limited
 */
export async function unlock(
  deps: AuthDeps,
  proof: UnlockProof,
  context: RequestContext,
  ip: string,
): Promise<{ answer: Awaited<ReturnType<typeof showSignedIn>>; cookies: string[] }> {
  const places = await readDesk(deps, context),
    chosen = places.find((p) => p.session.id === proof.sessionId);
  if (!chosen) throw new AppError('unauthenticated');
  const { session, user } = chosen;
  const before = places.find((p): p is Place => p.name === 'refresh' && p !== chosen);
  let how: 'pin' | 'password' | 'passkey';
  try {
    how = await requireProof(deps, user, proof, context);
  } catch (error) {
    if (error instanceof AppError)
      await deps.workshop.write(user.cid, { kind: 'system', cid: user.cid }, (w) =>
        w.audit('auth.unlock.refused', {
          sessionId: session.id,
          userId: user.id,
          reason: error.code,
        }),
      );
    throw error;
  }
  await deps.attempts.clear(pinKey(user.id));
  if (how === 'password') await deps.attempts.clear(`stepup:${user.id}`);
  if (before && before.session.lockedAt === null)
    await deps.workshop.write(
      before.user.cid,
      actorOf(before.user, before.session.id, ip),
      async (w) => {
        if (await lockSession(w, before.session.id))
          await w.audit('auth.session.locked', { sessionId: before.session.id });
      },
    );
  const refresh = newRefresh(deps, session.id);
  const token = await deps.workshop.write(user.cid, actorOf(user, session.id, ip), async (w) => {
    if (!(await unlockSession(w, session.id, session.refreshHash, hashSecret(refresh))))
      return undefined;
    await w.audit('auth.session.unlocked', { sessionId: session.id, how });
    return giveToken(w, session);
  });
  if (!token) throw new AppError('unauthenticated');
  return {
    answer: await showSignedIn(deps, user, token),
    cookies: swapCookies(deps, context, chosen, refresh, before),
  };
}
