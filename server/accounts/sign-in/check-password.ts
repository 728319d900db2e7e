// Checks a password before it is chosen: the rules for all users; comparison with the current one
// only for signed-in users, rate-limited.

import { passwordMin } from '../../../shared/accounts/auth.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { ACCOUNT_RULE } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { factorsOf } from './factors.ts';
import { requireGoodPassword } from './password-policy.ts';
import { findHome, findUser } from '../account-store/store.ts';

/**
 * Checks the strength of a new password.
 * @throws AppError password_weak with the reason, rate_limited
 */
export async function checkPassword(
  deps: AuthDeps,
  context: RequestContext,
  password: string,
): Promise<{ isOwn?: boolean }> {
  const { actor } = context;
  const user = actor.kind === 'user' ? await findUser(deps.store, actor.userId) : undefined;
  if (!user) {
    requireGoodPassword(password, []);
    return {};
  }
  const home = await findHome(deps.store, user.cid),
    min = passwordMin((await factorsOf(deps, user)).length > 0);
  requireGoodPassword(
    password,
    [user.email, user.firstName, user.lastname, home?.praxisName ?? ''],
    min,
  );
  const key = `checkpw:${user.id}`;
  await deps.attempts.reserve(key, ACCOUNT_RULE, deps.now());
  const isOwn = await deps.passwords.isRight(user.passwordHash, password);
  if (isOwn) await deps.attempts.clear(key);
  return { isOwn };
}
