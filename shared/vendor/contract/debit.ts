// When a debit is announced: SEPA Core asks for 14 calendar days unless another time was agreed.

import { DAY_MS } from '../../base/day-math.ts';

/** Days between the mail and the debit (SEPA Core rulebook, pre-notification). */
const NOTICE_DAYS = 14;
export const NOTICE_MS = NOTICE_DAYS * DAY_MS;
/** The daily work looks a day ahead, so that a missed night still keeps the time. */
export const AHEAD_MS = (NOTICE_DAYS + 2) * DAY_MS;

/** What is known of the next debit. */
export interface NextDebit {
  methodKind: 'sepa_debit' | 'card' | null;
  /** End of the period, at which the next one is debited, ms. */
  periodEnd: number | null;
  isEnding: boolean;
  hasEnded: boolean;
  /** Nothing is charged until then, ms. */
  pausedUntil: number | null;
}
/** Checks whether the next debit has to be announced now. */
export const isToAnnounce = (
  { methodKind, periodEnd, isEnding, hasEnded, pausedUntil }: NextDebit,
  now: number,
): boolean =>
  methodKind === 'sepa_debit' &&
  periodEnd !== null &&
  !isEnding &&
  !hasEnded &&
  (pausedUntil === null || pausedUntil <= periodEnd) &&
  now < periodEnd &&
  now >= periodEnd - AHEAD_MS;

/** Checks whether an announcement came in time, or was agreed to be shorter by an order. */
export const isInTime = (notice: { at: number; dueAt: number; isOrdered: boolean }): boolean =>
  notice.isOrdered || notice.dueAt - notice.at >= NOTICE_MS;
