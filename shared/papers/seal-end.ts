// Renewal of the sealing certificate, and warnings about its expiry; used by server and screens.

import { DAY_MS } from '../base/day-math.ts';
import { expiryState } from '../base/expiry.ts';

/** Time before expiry at which a successor is requested. */
const RENEW_BEFORE_MS = 90 * DAY_MS;
/** A renewal that is open for longer has failed: it is checked daily. */
const LATE_AFTER_MS = DAY_MS;
/**
 * No sealing this shortly before expiry: the time stamp follows a moment later and still needs a
 * valid certificate.
 */
export const SEAL_MARGIN_MS = 10 * 60_000;

/**
 * `ok`: no warning. `late`: the renewal is overdue. `soon`: less than 30 days are left, `last`: less
 * than 7. `over`: nothing can be sealed.
 */
export const SEAL_STATES = ['ok', 'late', 'soon', 'last', 'over'] as const;
export type SealState = (typeof SEAL_STATES)[number];

/**
 * Returns the state of the sealing certificate.
 * @param validUntil expiry of the current sealing certificate (ms); null without a valid one
 */
export function sealState(validUntil: number | null, now: number): SealState {
  const left = validUntil === null ? 0 : validUntil - now;
  if (left <= SEAL_MARGIN_MS) return 'over';
  const state = expiryState(left, { early: RENEW_BEFORE_MS - LATE_AFTER_MS });
  return state === 'early' ? 'late' : state;
}

/** Checks whether the successor is to be requested. */
export const isRenewalDue = (validUntil: number | null, now: number): boolean =>
  validUntil === null || validUntil - now < RENEW_BEFORE_MS;
