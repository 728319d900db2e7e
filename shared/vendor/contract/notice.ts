// The mail of a dunning step: the step counts only once its mail was delivered to an owner.

import { DAY_MS } from '../../base/day-math.ts';

/** How far a mail came. */
export type Delivery = 'sent' | 'waiting' | 'failed';
/** The newest mail of dunning, to all owners. */
export interface Notice {
  step: number;
  at: number;
  /** Counts repetitions by a person, from 0. */
  attempt: number;
  /** Keys of the mails. */
  keys: string[];
  /** A person made sure by other means that the practice knows. */
  isByHand: boolean;
}
/** A mail that waits longer is shown to the administrators. */
const PATIENCE_MS = 2 * DAY_MS;

/** Checks whether an owner got the mail. */
export const isDelivered = (notice: Notice, states: readonly Delivery[]): boolean =>
  notice.isByHand || states.includes('sent');

const NOTICE_PROBLEMS = ['failed', 'late'] as const;
export type NoticeProblem = (typeof NOTICE_PROBLEMS)[number];
/** Returns why the mail of a step needs a person; undefined: it does not. */
export function noticeProblem(
  notice: Notice,
  states: readonly Delivery[],
  now: number,
): NoticeProblem | undefined {
  if (isDelivered(notice, states)) return undefined;
  if (!states.includes('waiting')) return 'failed';
  return now - notice.at > PATIENCE_MS ? 'late' : undefined;
}
