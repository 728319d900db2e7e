// When a seal certificate is renewed, and what is said to people about its end; used by server and
// screens.

import { DAY_MS } from '../base/day-math.ts';

/** So long before its end a seal certificate gets its successor. */
const RENEW_BEFORE_MS = 90 * DAY_MS;
/** With less than this left people are told even where nothing else failed. */
const WARN_BEFORE_MS = 30 * DAY_MS;
/** A renewal that is open for longer has failed: it is looked for each day. */
const LATE_AFTER_MS = DAY_MS;
/**
 * Nothing is sealed so shortly before the end: a time stamp comes a moment later and must still
 * meet a certificate that holds.
 */
export const SEAL_MARGIN_MS = 10 * 60_000;

/**
 * `ok`: nothing to say. `late`: the renewal is due and did not come. `soon`: less than 30 days are
 * left. `over`: nothing can be sealed now.
 */
export const SEAL_STATES = ['ok', 'late', 'soon', 'over'] as const;
export type SealState = (typeof SEAL_STATES)[number];

/** @param validUntil end of the certificate that seals now (ms); null when none holds */
export function sealState(validUntil: number | null, now: number): SealState {
  const left = validUntil === null ? 0 : validUntil - now;
  if (left <= SEAL_MARGIN_MS) return 'over';
  if (left < WARN_BEFORE_MS) return 'soon';
  return left < RENEW_BEFORE_MS - LATE_AFTER_MS ? 'late' : 'ok';
}

/** Whether the successor is to be made now. */
export const isRenewalDue = (validUntil: number | null, now: number): boolean =>
  validUntil === null || validUntil - now < RENEW_BEFORE_MS;
