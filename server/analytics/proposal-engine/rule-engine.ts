/** The engine of rules, as the findings and the trials of a practice use it. */
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import type { Finding, RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ChargedPlace, ChargedQuestion } from '../rules-engine/charged-anyway.ts';
import type { PracticeRatios } from '../rules-engine/engine.ts';

/** Number of patients evaluated before other questions are answered. */
export const CHUNK_SIZE = 128;

/**
 * The engine: rules compiled for an image, findings of some patients (indexes) or of all, and the
 * findings of a single rule.
 */
export interface RuleEngine {
  prepare(snapshot: Snapshot, rules: readonly Rule[], settings: RuleSettings): PreparedEngine;
}
export interface PreparedEngine {
  /**
   * Evaluates patients by index.
   * @param askedPatients all patients that will be evaluated in parts
   */
  evaluateRules(patients: Int32Array, askedPatients: Int32Array): Finding[];
  /** Places where a position was charged that a rule would have proposed; null: it names none. */
  chargedAnyway(question: ChargedQuestion): readonly ChargedPlace[] | null;
  /**
   * Ratios of the whole practice that findings depend on, and the patients affected by their
   * change.
   */
  ratios(askedPatients: Int32Array): PracticeRatios;
  affected(before: PracticeRatios, now: PracticeRatios): ReadonlySet<number> | 'all';
}
