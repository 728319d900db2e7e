// Sign-in by e-mail and password: the attempt is reserved first, and the response does not reveal
// whether the name exists.

import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import {
  ACCOUNT_RULE,
  ADDRESS_RULE,
  EVERYWHERE_RULE,
  networkOf,
  type AttemptRule,
} from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { noteGuessedLogin } from './tell-owners.ts';
import { knowsDevice } from '../sessions/known-device.ts';
import { findUserByEmail, type UserRow } from '../account-store/store.ts';

/** Counters contain no readable address or name. */
const key = (...parts: string[]): string =>
  `login:${createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 40)}`;

/**
 * Returns the key of the rate limit that an address has for passwords and passkeys together;
 * successful attempts are returned.
 */
export const addressKey = (ip: string): string => key(networkOf(ip));

const everywhereKey = (email: string): string => key(email, 'everywhere');

/**
 * Returns the rate limits of one attempt. A browser known to this account has a separate limit:
 * wrong attempts of others, at the same address or elsewhere, never lock it out. All other browsers
 * share the account's limit, from any address.
 */
function budgetsOf(input: LoginInput, isKnown: boolean): [key: string, rule: AttemptRule][] {
  if (isKnown) return [[key(input.email, 'device', input.device ?? ''), ACCOUNT_RULE]];
  return [
    [key(input.email, networkOf(input.ip)), ACCOUNT_RULE],
    [everywhereKey(input.email), EVERYWHERE_RULE],
    [addressKey(input.ip), ADDRESS_RULE],
  ];
}

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'rate_limited';

interface LoginInput {
  email: string;
  password: string;
  ip: string;
  /** Secret of this browser, if its cookie was sent. */
  device?: string | undefined;
}

/**
 * Checks a password; the caller handles the second factor.
 * @returns the user whose password is correct
 * @throws AppError login_failed (also for unknown and disabled users), rate_limited
 */
export async function checkLogin(deps: AuthDeps, input: LoginInput): Promise<UserRow> {
  const user = await findUserByEmail(deps.store, input.email);
  const { isKnown } = await knowsDevice(deps, user?.id ?? '', input.device);
  const budgets = budgetsOf(input, isKnown);
  for (const [name, rule] of budgets)
    await deps.attempts.reserve(name, rule, deps.now()).catch((error: unknown) => {
      // An address's own limit says nothing about one account.
      const isOfAccount = isKnown || name === everywhereKey(input.email);
      if (user && isOfAccount && isRefusal(error))
        noteGuessedLogin(deps, user, rule.free, isKnown ? (input.device ?? '') : 'strangers');
      throw error;
    });
  const isRight = await deps.passwords.isRight(user?.passwordHash, input.password);
  if (!user || !isRight || user.disabledAt !== null) {
    if (user) noteRefusal(deps, user);
    throw new AppError('login_failed');
  }
  const [own, ...shared] = budgets;
  if (own) await deps.attempts.clear(own[0]);
  for (const [name] of shared) await deps.attempts.giveBack(name);
  return user;
}

function noteRefusal(deps: AuthDeps, user: UserRow): void {
  const reason = user.disabledAt === null ? 'password' : 'disabled';
  deps.later(() =>
    deps.workshop.write(user.cid, { kind: 'system', cid: user.cid }, (w) =>
      w.audit('auth.login.refused', { userId: user.id, reason }),
    ),
  );
}
