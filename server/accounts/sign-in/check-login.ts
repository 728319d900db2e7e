// Signing in by e-mail and password: the attempt is taken first, and nothing tells whether the name exists.

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
import { knowsDevice } from '../sessions/known-device.ts';
import { findUserByEmail, type UserRow } from '../account-store/store.ts';

/** Counters carry no readable address or name. */
const key = (...parts: string[]): string =>
  `login:${createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 40)}`;

/** The one budget of an address for passwords and passkeys together; what was right is given back. */
export const addressKey = (ip: string): string => key(networkOf(ip));

/**
 * The budgets of one attempt. A browser that signed in to this account before has one of its own:
 * wrong attempts of others, at the same address or elsewhere, never shut it out. Every other
 * browser shares the budget of the account, however many addresses the attempts come from.
 */
function budgetsOf(input: LoginInput, isKnown: boolean): [key: string, rule: AttemptRule][] {
  if (isKnown) return [[key(input.email, 'device', input.device ?? ''), ACCOUNT_RULE]];
  return [
    [key(input.email, networkOf(input.ip)), ACCOUNT_RULE],
    [key(input.email, 'everywhere'), EVERYWHERE_RULE],
    [addressKey(input.ip), ADDRESS_RULE],
  ];
}

interface LoginInput {
  email: string;
  password: string;
  ip: string;
  /** Secret of this browser, when its cookie came along. */
  device?: string | undefined;
}

/**
 * Checks a password; a second factor is the caller's matter.
 * @returns the person who gave the right one
 * @throws AppError login_failed (also for unknown and disabled people), rate_limited
 */
export async function checkLogin(deps: AuthDeps, input: LoginInput): Promise<UserRow> {
  const user = await findUserByEmail(deps.store, input.email);
  const { isKnown } = await knowsDevice(deps, user?.id ?? '', input.device);
  const budgets = budgetsOf(input, isKnown);
  for (const [name, rule] of budgets) await deps.attempts.reserve(name, rule, deps.now());
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
