// How soon something ends: one rule for seals, certificates and lists, used by server and screens.

import { DAY_MS } from './day-math.ts';

/** Time before the end (ms) of the first, the second and the last warning. */
const EARLY_MS = 90 * DAY_MS,
  SOON_MS = 30 * DAY_MS,
  LAST_MS = 7 * DAY_MS;
/** A short life is renewed late in it: a warning for most of it would be overlooked. */
const SHARE_OF_LIFE = 4;

/**
 * `early`: less than 90 days are left, `soon`: less than 30, `last`: less than 7. `over`: it ended.
 */
export const EXPIRY_STATES = ['ok', 'early', 'soon', 'last', 'over'] as const;
export type ExpiryState = (typeof EXPIRY_STATES)[number];

/**
 * Returns how soon something ends.
 * @param left ms until its end
 * @param given.early ms of the first warning
 * @param given.life ms of its whole life: warnings begin in its last quarter
 */
export function expiryState(
  left: number,
  { early = EARLY_MS, life = Infinity }: { early?: number; life?: number } = {},
): ExpiryState {
  if (left <= 0) return 'over';
  const isWithin = (ms: number): boolean => left < Math.min(ms, life / SHARE_OF_LIFE);
  if (isWithin(LAST_MS)) return 'last';
  if (isWithin(SOON_MS)) return 'soon';
  return isWithin(early) ? 'early' : 'ok';
}
