// Step-up: the own password once more opens dangerous acts for five minutes.

import { AppError } from '../../shared/errors.ts';
import type { Actor } from '../work.ts';
import { ACCOUNT_RULE } from './attempts.ts';
import { STEP_UP_MS, type AuthDeps } from './auth-deps.ts';
import { findUser, setStepUp } from './store.ts';

/** @throws AppError login_failed, rate_limited */
export async function confirmPassword(deps: AuthDeps, actor: Actor, password: string): Promise<{ stepUpUntil: number }> {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  const key = `stepup:${actor.userId}`;
  await deps.attempts.reserve(key, ACCOUNT_RULE, deps.now());
  const user = await findUser(deps.store, actor.userId);
  if (!(await deps.passwords.isRight(user?.passwordHash, password))) throw new AppError('login_failed');
  await deps.attempts.clear(key);
  return deps.workshop.write(actor.cid, actor, async w => {
    const stepUpUntil = w.now + STEP_UP_MS;
    await setStepUp(w, actor.sessionId, stepUpUntil);
    await w.audit('auth.step_up', { sessionId: actor.sessionId });
    return { stepUpUntil };
  });
}
