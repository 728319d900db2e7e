/**
 * Data joined with the rows of a practice: findings, decisions counted by rule, billings, locked
 * records.
 */
import type { ProposalSnapshot } from './findings-cache.ts';
import type { FilingRow, ProposalSource } from './store.ts';
import type { LearnedCounts } from './row.ts';
import { recordIndex } from './places.ts';

/** `zu`: indexes of records that are locked for the caller (Art. 18 GDPR). */
export interface Surroundings {
  readonly proposals: ProposalSnapshot;
  readonly lockedRecords: ReadonlySet<number>;
  readonly filings: readonly FilingRow[];
  readonly learned: ReadonlyMap<string, LearnedCounts>;
}

export const NONE: LearnedCounts = { accepted: 0, rejected: 0 };

export const learnedCountsOf = (u: Surroundings, rule: string): LearnedCounts =>
  u.learned.get(rule) ?? NONE;

/** Counts the accepted and refused decisions by rule. */
export async function surroundingsOf(
  v: ProposalSnapshot,
  source: ProposalSource,
  cid: string,
  lockedIds: readonly string[] = [],
): Promise<Surroundings> {
  const counts = new Map<string, { accepted: number; rejected: number }>();
  const [tally, filings] = await Promise.all([source.tally(cid), source.filings(cid)]);
  for (const { regel: rule, state, n } of tally) {
    if (state === 'NEU') continue;
    let one = counts.get(rule);
    if (!one) counts.set(rule, (one = { accepted: 0, rejected: 0 }));
    if (state === 'ABGELEHNT') one.rejected += n;
    else one.accepted += n;
  }
  return {
    proposals: v,
    lockedRecords: new Set(
      lockedIds.map((one) => recordIndex(v.state.snapshot, one)).filter((at) => at >= 0),
    ),
    filings,
    learned: counts,
  };
}
