// What administrators of the vendor do with a contract, and what needs their attention.

/**
 * Acts: `plan`, `pause`, `refund`, `payer` and `method` come from a request that a second
 * administrator approved.
 */
export const ACT_KINDS = [
  'cancel',
  'keep',
  'plan',
  'pause',
  'resume',
  'hold',
  'unhold',
  'noticeAgain',
  'noticeByHand',
  'refund',
  'payer',
  'method',
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** Longest hold of dunning and longest pause, days. */
export const MOST_DAYS = 180;

/**
 * `noticeFailed`, `noticeLate`: the mail of a dunning step did not arrive; `debitUnannounced`,
 * `debitLate`: the next debit was not announced, or not in time; `changeWaits`: a change of payment
 * details waits.
 */
export const CONTRACT_PROBLEMS = [
  'noticeFailed',
  'noticeLate',
  'debitUnannounced',
  'debitLate',
  'changeWaits',
] as const;
export type ContractProblem = (typeof CONTRACT_PROBLEMS)[number];

/** `needs`: with a problem or a debt. */
export const CONTRACT_VIEWS = ['needs', 'all'] as const;
export type ContractView = (typeof CONTRACT_VIEWS)[number];
