// Browsers known to an account: one secret in a cookie serves several users of one workstation,
// each with a separate row.

import { isFromFuture } from '../../../shared/base/clock-bounds.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { Work } from '../../platform/work.ts';
import { FACTOR_MS, type AuthDeps } from '../sign-in/auth-deps.ts';
import { newSecret } from '../sign-in/secret.ts';
import { findDevice, keepDevice } from '../account-store/store-factors.ts';
import type { UserRow } from '../account-store/store.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

export const DEVICE_COOKIE_MS = 90 * DAY_MS;
const hashOf = (secret: string, userId: string): string => hashSecret(`${secret}|${userId}`);

/**
 * Checks whether this browser gave the user's second factor within a day, and whether it ever did.
 */
export async function knowsDevice(
  deps: Pick<AuthDeps, 'store' | 'now'>,
  userId: string,
  secret: string | undefined,
): Promise<{ isKnown: boolean; isFresh: boolean }> {
  const row =
    secret === undefined ? undefined : await findDevice(deps.store, hashOf(secret, userId));
  return {
    isKnown: row !== undefined,
    isFresh:
      row !== undefined &&
      !isFromFuture(row.factorAt, deps.now()) &&
      deps.now() - row.factorAt < FACTOR_MS,
  };
}

/**
 * Remembers this browser for the user.
 * @param hasFactor a second factor was given just before; without one only the browser is
 * remembered
 * @returns the cookie's secret
 */
export async function rememberDevice(
  w: Work,
  user: UserRow,
  secret: string | undefined,
  agent: string | null,
  hasFactor: boolean,
): Promise<string> {
  const kept =
    secret !== undefined && /^dev_[\w-]{20,100}$/.test(secret) ? secret : newSecret('dev_');
  // Backdated to an expired factor: it never skips one, and is swept like all others.
  const factorAt = hasFactor ? w.now : w.now - FACTOR_MS;
  const row = { userId: user.id, agent: agent ?? '', createdAt: w.now, factorAt };
  await keepDevice(w, { hash: hashOf(kept, user.id), id: w.newId(), ...row });
  return kept;
}
