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
 * Checks whether a user has none of the factors that the own row names; passkeys are stored
 * elsewhere.
 */
export const mayOweFactor = (user: Pick<UserRow, 'role' | 'totpAt' | 'mailFactor'>): boolean =>
  user.totpAt === null && (user.mailFactor !== true || needsStrongFactor(user.role));

/**
 * Returns the Berlin day from which a role needs a second factor: owners and the vendor's users
 * always, all others by the setting of their practice.
 */
async function factorDay(
  deps: AuthDeps,
  { role, cid }: Pick<UserRow, 'role' | 'cid'>,
): Promise<string | undefined> {
  if (needsStrongFactor(role)) return '';
  const { staffFactorFrom } = await deps.praxisRules(cid);
  return staffFactorFrom === '' ? undefined : staffFactorFrom;
}

const hasPasskey = async (deps: AuthDeps, userId: string): Promise<boolean> =>
  (await listPasskeys(deps.store, userId)).some((p) => p.clonedAt === null);

/** Checks whether a user still has to set up a factor: `soon` may be postponed, `now` may not. */
export async function factorNeed(deps: AuthDeps, user: UserRow): Promise<FactorNeed> {
  if (!mayOweFactor(user) || deps.isDemo(user.email)) return 'no';
  const from = await factorDay(deps, user);
  if (from === undefined || (await hasPasskey(deps, user.id))) return 'no';
  return berlinDay(deps.now()) < from ? 'soon' : 'now';
}

/**
 * Checks whether a user is limited to the own account until a factor is set up. Called with every
 * request: the session's own row is checked first.
 */
export async function isFactorDue(
  deps: AuthDeps,
  actor: { userId: string; cid: string; role: UserRole; mayOweFactor?: true },
): Promise<boolean> {
  if (actor.mayOweFactor !== true) return false;
  const from = await factorDay(deps, actor);
  if (from === undefined || berlinDay(deps.now()) < from) return false;
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
