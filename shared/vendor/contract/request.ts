// Requests of an administrator that a second one approves: where money moves, one person alone
// changes nothing.

import { DAY_MS } from '../../base/day-math.ts';

/** Fewest characters of a reason. */
export const REASON_LEAST = 5;

/**
 * `licence`: one that no contract pays; `plan`, `pause`: of a contract; `refund`: of an invoice;
 * `payer`: other details of invoices; `method`: another account or card.
 */
const REQUEST_KINDS = ['licence', 'plan', 'pause', 'refund', 'payer', 'method'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
/** `approved`: runs as a job; `done`: its effect is there; `failed`: it can never come about. */
export const REQUEST_STATES = ['open', 'approved', 'done', 'failed', 'refused', 'lapsed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** A request without an answer ends after a day. */
const REQUEST_MS = DAY_MS;
export interface RequestTimes {
  state: RequestState;
  at: number;
}
/** Checks whether a request can still be answered. */
export const isAnswerable = ({ state, at }: RequestTimes, now: number): boolean =>
  state === 'open' && now < at + REQUEST_MS;
/** Checks whether a request ended without an answer. */
export const isOverdue = ({ state, at }: RequestTimes, now: number): boolean =>
  state === 'open' && now >= at + REQUEST_MS;
export const endsAt = ({ at }: Pick<RequestTimes, 'at'>): number => at + REQUEST_MS;
