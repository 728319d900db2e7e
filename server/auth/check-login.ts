// Signing in by e-mail and password: the attempt is taken first, and nothing tells whether the name exists.

import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { ACCOUNT_RULE, ADDRESS_RULE, networkOf } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { findUserByEmail, type UserRow } from './store.ts';

/** Counters carry no readable address or name. */
const key = (...parts: string[]): string => `login:${createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 40)}`;

/** The one budget of an address for passwords and passkeys together; what was right is given back. */
export const addressKey = (ip: string): string => key(networkOf(ip));

/** Who gave the right password; what else is asked is the caller's. @throws AppError login_failed (also for unknown and disabled people), rate_limited */
export async function checkLogin(deps: AuthDeps, input: { email: string; password: string; ip: string }): Promise<UserRow> {
  const network = networkOf(input.ip);
  const account = key(input.email, network), address = addressKey(input.ip);
  await deps.attempts.reserve(account, ACCOUNT_RULE, deps.now());
  await deps.attempts.reserve(address, ADDRESS_RULE, deps.now());
  const user = await findUserByEmail(deps.store, input.email);
  const isRight = await deps.passwords.isRight(user?.passwordHash, input.password);
  if (!user || !isRight || user.disabledAt !== null) {
    if (user) deps.later(() => deps.workshop.write(user.cid, { kind: 'system', cid: user.cid }, w => w.audit('auth.login.refused', { userId: user.id, reason: user.disabledAt === null ? 'password' : 'disabled' })));
    throw new AppError('login_failed');
  }
  await deps.attempts.clear(account);
  await deps.attempts.giveBack(address);
  return user;
}
