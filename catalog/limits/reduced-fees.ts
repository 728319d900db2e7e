/** GOZ fees that are reduced: parts of a service, and a service next to another one. */
import { LIMITS } from './catalogue.ts';

export interface ReducedFee {
  /** Share of the fee, above 0 and below 1. */
  readonly share: number;
  /** Numbers next to which it holds; for a part the services it is a part of. */
  readonly others: readonly string[];
}
const made = new Map<string, ReducedFee[]>();
for (const { system, number, kind, value, other } of LIMITS) {
  if (system !== 'GOZ' || kind !== 'reduced_fee') continue;
  // Twelfths hold halves, thirds and quarters exactly: 0.3333 is a third.
  const one = { share: Math.round(Number(value) * 12) / 12, others: other.split(',') };
  made.set(number, [...(made.get(number) ?? []), one]);
}
/** Reduced fees by number. */
export const REDUCED_FEES: ReadonlyMap<string, readonly ReducedFee[]> = made;

/** Returns the reduced fee in cents: the share of the whole one. */
export const reducedCents = (whole: number, share: number): number => Math.round(whole * share);
