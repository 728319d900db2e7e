/** Inputs of an answer about a practice. */
import type { Proposals } from './findings-cache.ts';
import type { ProposalView } from './lists.ts';

export interface Asked {
  readonly proposals: Proposals;
  readonly cid: string;
  readonly now: number;
  /** The current day. */
  readonly today: string;
  /** Numbers of locked records: they are in no list; sums of the practice stay correct. */
  readonly lockedIds: readonly string[];
  /** Returns the current proposals without these records. */
  readonly viewOf: (without?: readonly string[]) => Promise<ProposalView>;
}
