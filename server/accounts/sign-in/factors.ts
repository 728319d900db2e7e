// Second factors of a user, and users who must have one.

import type { FactorNeed, SecondFactor } from '../../../shared/accounts/factors.schema.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import { FACTOR_GRACE_MS, type AuthDeps } from './auth-deps.ts';
import { countRecoveryCodes, listPasskeys } from '../account-store/store-factors.ts';
import { findUser, type UserRow } from '../account-store/store.ts';

/**
 * Checks for roles with access to a whole practice, or to all practices: an authenticator app or a
 * passkey, never e-mail.
 */
export const needsStrongFactor = (role: UserRole): boolean =>
  role === 'owner' || role === 'administrator' || role === 'support';

/** Returns the factors that can be requested at sign-in; recovery codes alone are none. */
export async function factorsOf(deps: AuthDeps, user: UserRow): Promise<SecondFactor[]> {
  const kinds: SecondFactor[] = [];
  if (user.totpAt !== null) kinds.push('totp');
  if ((await listPasskeys(deps.store, user.id)).some((p) => p.clonedAt === null))
    kinds.push('passkey');
  if (user.mailFactor === true && !needsStrongFactor(user.role)) kinds.push('mail');
  if (kinds.length > 0 && (await countRecoveryCodes(deps.store, user.id)) > 0)
    kinds.push('recovery');
  return kinds;
}

/**
 * Returns the end of the grace period without a factor (ms), from the user's own row; passkeys are
 * stored elsewhere.
 */
export const factorDueAt = (
  user: Pick<UserRow, 'role' | 'totpAt' | 'createdAt'>,
): number | undefined =>
  needsStrongFactor(user.role) && user.totpAt === null
    ? user.createdAt + FACTOR_GRACE_MS
    : undefined;

/** Checks whether a user still has to set up a factor: `soon` may be postponed, `now` may not. */
export async function factorNeed(deps: AuthDeps, user: UserRow): Promise<FactorNeed> {
  const dueAt = factorDueAt(user);
  if (dueAt === undefined || deps.isDemo(user.email)) return 'no';
  if ((await listPasskeys(deps.store, user.id)).some((p) => p.clonedAt === null)) return 'no';
  return deps.now() < dueAt ? 'soon' : 'now';
}

/**
 * Checks whether a leading role is limited to the own account until a factor is set up. Called with
 * every request of theirs: the session's own row is checked first.
 */
export async function isFactorDue(
  deps: AuthDeps,
  person: { userId: string; factorDueAt?: number },
): Promise<boolean> {
  if (person.factorDueAt === undefined || deps.now() < person.factorDueAt) return false;
  const user = await findUser(deps.store, person.userId);
  return user !== undefined && (await factorNeed(deps, user)) === 'now';
}

/** Mails the user that one of their factors changed. */
export const noticeOf = (user: UserRow, what: string, key: string) => ({
  key,
  to: user.email,
  template: 'factor_changed' as const,
  language: languageOf(user),
  data: { what },
});
