/** A finding joined with its decision, and the questions that callers ask of such rows. */
import type { RuleWords } from '../../../catalog/billing-rules/retired.ts';
import type { NamedPosition } from '../../../catalog/same-work/catalogue.ts';
import type { FilingArea } from '../../../shared/analytics/billing/billing.ts';
import type { Sum } from '../../../shared/analytics/billing/wire-values.schema.ts';
import type {
  CounterReason,
  Finding,
  ProposalState,
} from '../../../shared/analytics/billing/proposal.ts';
import type { DecisionRow } from './store.ts';

export interface Row {
  readonly finding: Finding;
  /** Index of the record; -1 where it is missing from the deliveries. */
  readonly pat: number;
  /** The rule, also one of an earlier version; undefined for a withdrawn one of the practice. */
  readonly rule: RuleWords | undefined;
  readonly state: ProposalState;
  readonly row: DecisionRow | undefined;
  readonly labels: readonly string[];
  readonly filing: { bereich: FilingArea; zeitraum: string } | null;
  /** Time at which the first billing that includes it was submitted, ms; null without one. */
  readonly expiredAt: number | null;
  readonly confidence: number;
  readonly counterReasons: readonly CounterReason[];
  /** Noted after its billing was submitted: it is billed late. */
  readonly isLate: boolean;
  /** The position of the same work that was entered instead of the proposed one. */
  readonly instead: NamedPosition | null;
  /** Whether the engine currently finds it; otherwise it is listed because it was decided. */
  readonly isFiring: boolean;
}

export interface LearnedCounts {
  readonly accepted: number;
  readonly rejected: number;
}

/**
 * Filter of proposals: patients (indexes of records), forgotten positions only, matching person and
 * day only.
 */
export interface Only {
  readonly patients?: ReadonlySet<number> | undefined;
  readonly isForgotten?: true;
  readonly matches?: (pat: number, day: string) => boolean;
}

/**
 * Open proposals of forgotten positions: number, cents, guessed part of the cents, and number with
 * unknown value.
 */
export type OpenTotals = Sum;
