// Levels of a seal's proof (ETSI EN 319 142-1), and when a proof is to be renewed.

import { DAY_MS } from '../../base/day-math.ts';

/**
 * `B-B`: seal only. `B-T`: with a time stamp. `B-LT`: with the data to verify both for years.
 * `B-LTA`: with a document time stamp over all of it.
 */
export const PROOF_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type ProofLevel = (typeof PROOF_LEVELS)[number];

/** A document time stamp is renewed this long before its certificate or its algorithms end. */
export const RENEW_PROOF_MS = 365 * DAY_MS;
/** A renewal that would gain less is left out: the service's own certificate ends soon. */
const LEAST_GAIN_MS = 30 * DAY_MS;

/** Ends of what a proof rests on (ms). */
export interface ProofEnds {
  readonly certificate: number;
  /** Infinity where none is known. */
  readonly algorithms: number;
}

/**
 * Checks whether a paper's proof is to be renewed. Both ends count apart: a new stamp that rests on
 * the same ending algorithms still outlives the certificate of the one before.
 * @param proof ends of the newest document time stamp
 * @param reach ends of a stamp made now
 */
export const isProofDue = (proof: ProofEnds, reach: ProofEnds, now: number): boolean =>
  (['certificate', 'algorithms'] as const).some(
    (one) => proof[one] - now < RENEW_PROOF_MS && reach[one] - proof[one] >= LEAST_GAIN_MS,
  );

/** Proofs that end before this instant (ms) may be due. */
export const proofsDueBefore = (now: number): number => now + RENEW_PROOF_MS;
