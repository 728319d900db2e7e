// Plans, and the state of a practice's payment: our own rules, from reported facts only. No state
// stops work with patients.

import { DAY_MS } from '../base/day-math.ts';

/** Plans in rising order. The price is read from the payment provider by its key. */
export const PLANS = [
  { id: 'praxis', lookupKey: 'praxis_v1' },
  { id: 'praxisPlus', lookupKey: 'praxis_plus_v1' },
] as const;
export type PlanId = (typeof PLANS)[number]['id'];
export const PLAN_IDS = PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]];

/** Checks whether a change goes to a larger plan: it counts at once, a smaller one later. */
export const isUpgrade = (from: PlanId, to: PlanId): boolean =>
  PLAN_IDS.indexOf(to) > PLAN_IDS.indexOf(from);

/** Whom invoices name. */
export interface Payer {
  name: string;
  email: string;
  street: string;
  plz: string;
  city: string;
}

export const PAYMENT_STATES = [
  'none',
  'active',
  'paused',
  'open',
  'reminded',
  'dunned1',
  'dunned2',
  'restricted',
  'endedUnpaid',
  'ended',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Days after a failure was reported at which each step may follow the one before it. */
const DUNNING_DAYS = [0, 7, 14, 28, 42, 90] as const;
/** The last step: the contract ends, and nothing more is charged. */
export const LAST_STEP = DUNNING_DAYS.length - 1;
const STEP_STATES: readonly PaymentState[] = [
  'open',
  'reminded',
  'dunned1',
  'dunned2',
  'restricted',
  'endedUnpaid',
];

export interface PaymentFacts {
  hasContract: boolean;
  hasEnded: boolean;
  /** The vendor charges nothing for now. */
  isPaused: boolean;
  /** When an open debt was reported, ms; null without one. */
  openSince: number | null;
  /** Steps whose mails went out. */
  step: number;
}
/** Returns the state of a practice's payment. */
export function paymentState({
  hasContract,
  hasEnded,
  isPaused,
  openSince,
  step,
}: PaymentFacts): PaymentState {
  if (!hasContract) return 'none';
  if (openSince !== null) return STEP_STATES[Math.min(step, LAST_STEP)] ?? 'open';
  if (hasEnded) return 'ended';
  return isPaused ? 'paused' : 'active';
}

/** What the next step depends on. */
export interface Dunning {
  openSince: number | null;
  step: number;
  /** When the last step was taken, ms. */
  stepAt: number;
  /** A person holds dunning until then, ms. */
  holdUntil?: number | null;
}
/** Returns when the step after this one is due, ms; undefined after the last one. */
export function nextStepAt({ openSince, step, stepAt, holdUntil }: Dunning): number | undefined {
  const days = DUNNING_DAYS[step + 1];
  if (openSince === null || days === undefined) return undefined;
  // After a pause of the server the steps still keep their distance.
  const distance = (days - (DUNNING_DAYS[step] ?? 0)) * DAY_MS;
  return Math.max(openSince + days * DAY_MS, stepAt + distance, holdUntil ?? 0);
}

/** Returns the next dunning step if it is due; steps are never skipped. */
export function nextStep(of: Dunning, now: number): number | undefined {
  const due = nextStepAt(of);
  return due !== undefined && now >= due ? of.step + 1 : undefined;
}

/** An invoice as its debt is judged. */
export interface Receivable {
  status: string;
  isAttempted: boolean;
  /** A debit is on its way: days may pass, and nothing is open yet. */
  isProcessing: boolean;
  totalCents: number;
  disputedCents: number;
  /** Debited again after a return. */
  recoveredCents: number;
}
/**
 * Returns what is missing, cents: after a failed attempt or a returned debit, and never while a
 * debit is on its way.
 */
export function owedCents(one: Receivable): number {
  if (one.isProcessing) return 0;
  if (one.status === 'paid') return Math.max(0, one.disputedCents - one.recoveredCents);
  return one.status === 'uncollectible' || (one.status === 'open' && one.isAttempted)
    ? one.totalCents
    : 0;
}
export const isOwed = (one: Receivable): boolean => owedCents(one) > 0;
