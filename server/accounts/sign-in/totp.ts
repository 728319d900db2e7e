// Codes of an authenticator app (RFC 6238): a deviation of one step of thirty seconds is accepted,
// and a step works once.

import { Secret, TOTP } from 'otpauth';
import type { Work } from '../../platform/work.ts';
import type { AuthDeps } from './auth-deps.ts';
import { takeTotpStep } from '../account-store/store-factors.ts';
import type { UserRow } from '../account-store/store.ts';

const PERIOD_S = 30;
const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'Molar',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
const sealName = (userId: string): string => `totp|${userId}`;

/**
 * Creates a secret: as the URI for the app's QR code, as text to type, and encrypted for the row.
 */
export function newTotp(
  deps: Pick<AuthDeps, 'accountKey'>,
  user: Pick<UserRow, 'id' | 'email'>,
): { secret: string; uri: string; sealed: Uint8Array } {
  const secret = new Secret({ size: 20 }),
    bytes = new Uint8Array(secret.buffer);
  return {
    secret: secret.base32,
    uri: totpOf(bytes, user.email).toString(),
    sealed: deps.accountKey.seal(bytes, sealName(user.id)),
  };
}

/** Returns the time step of a code; undefined when it is not currently valid. */
export function totpStepOf(
  deps: Pick<AuthDeps, 'accountKey'>,
  user: Pick<UserRow, 'id' | 'totpSecret'>,
  code: string,
  now: number,
): number | undefined {
  if (!user.totpSecret) return undefined;
  const delta = totpOf(deps.accountKey.open(user.totpSecret, sealName(user.id))).validate({
    token: code,
    timestamp: now,
    window: 1,
  });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta;
}

/**
 * Uses a code up in the transaction; false for a wrong one and for one that was used before (B24).
 */
export async function takeTotp(
  w: Work,
  userId: string,
  step: number | undefined,
): Promise<boolean> {
  return step !== undefined && takeTotpStep(w, userId, step);
}
