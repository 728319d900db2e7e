// Second factors of a user, and users who must have one.

import type { FactorNeed, SecondFactor } from '../../../shared/accounts/factors.schema.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { AuthDeps } from './auth-deps.ts';
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
  if (await hasPasskey(deps, user.id)) kinds.push('passkey');
  if (user.mailFactor === true && !needsStrongFactor(user.role)) kinds.push('mail');
  if (kinds.length > 0 && (await countRecoveryCodes(deps.store, user.id)) > 0)
    kinds.push('recovery');
  return kinds;
}

/**
 * Returns the Berlin day from which a user without a passkey needs a second factor: owners and the
 * vendor's users always (empty), all others by the setting of their practice. Undefined: never, or
 * the own row names one.
 */
export function factorFrom(
  user: Pick<UserRow, 'role' | 'totpAt' | 'mailFactor'>,
  staffFactorFrom = '',
): string | undefined {
  if (user.totpAt !== null) return undefined;
  if (needsStrongFactor(user.role)) return '';
  return user.mailFactor === true || staffFactorFrom === '' ? undefined : staffFactorFrom;
}

const hasPasskey = async (deps: AuthDeps, userId: string): Promise<boolean> =>
  (await listPasskeys(deps.store, userId)).some((p) => p.clonedAt === null);

/** Checks whether a user still has to set up a factor: `soon` may be postponed, `now` may not. */
export async function factorNeed(deps: AuthDeps, user: UserRow): Promise<FactorNeed> {
  if (deps.isDemo(user.email)) return 'no';
  const from = factorFrom(user, (await deps.praxisRules(user.cid)).staffFactorFrom);
  if (from === undefined || (await hasPasskey(deps, user.id))) return 'no';
  return berlinDay(deps.now()) < from ? 'soon' : 'now';
}

/**
 * Checks whether a user is limited to the own account until a factor is set up. Called with every
 * request: only a user who lacks a due factor is read again.
 */
export async function isFactorDue(
  deps: AuthDeps,
  actor: { userId: string; factorFrom?: string },
): Promise<boolean> {
  if (actor.factorFrom === undefined || berlinDay(deps.now()) < actor.factorFrom) return false;
  const user = await findUser(deps.store, actor.userId);
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
