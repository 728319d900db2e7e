/**
 * Data stored on a tablet to check the staff PIN offline: so little of a slow hash that the PIN
 * cannot be recovered from it.
 */

import { fromBase64, toBase64 } from './sealing.ts';

/**
 * `salt` is base64 of 16 bytes. `mark` are the first 12 bits of PBKDF2-SHA-256: one wrong PIN in
 * 4096 passes, which opens no record and costs a counted try; an attacker who reads the tablet's
 * disk is left with hundreds of matching PINs.
 */
export interface PinCheck {
  readonly salt: string;
  readonly rounds: number;
  readonly mark: number;
}

const ROUNDS = 100_000,
  BITS = 12,
  BYTES = 2;

async function markOf(pin: string, salt: Uint8Array, rounds: number): Promise<number> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations: rounds },
    key,
    BYTES * 8,
  );
  return new DataView(bits).getUint16(0) >> (BYTES * 8 - BITS);
}

/**
 * Creates the check value when the PIN is known: when it is set, or when the server has just
 * verified it.
 */
export async function makePinCheck(pin: string): Promise<PinCheck> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt: toBase64(salt), rounds: ROUNDS, mark: await markOf(pin, salt, ROUNDS) };
}

/** Verifies a PIN against the check value. @throws Error if the check itself is broken */
export async function fitsPinCheck(check: PinCheck, pin: string): Promise<boolean> {
  return (await markOf(pin, fromBase64(check.salt), check.rounds)) === check.mark;
}

/** Five tries, then 15 minutes, as on the server; `until` is ms of the tablet's clock. */
export interface PinTries {
  readonly count: number;
  readonly until: number;
}
export const NO_TRIES: PinTries = { count: 0, until: 0 };
const FREE = 5,
  WAIT_MS = 15 * 60_000;
/**
 * Checks for a lockout. A clock that was set back does not extend the lockout beyond its length.
 */
export const isPinShut = ({ until }: PinTries, now: number): boolean =>
  until > now && until - now <= WAIT_MS;
/** Counts a try before the PIN is checked, so that reloading the page does not reset it. */
export const withTry = ({ count, until }: PinTries, now: number): PinTries =>
  count + 1 >= FREE ? { count: 0, until: now + WAIT_MS } : { count: count + 1, until };
