/** Rules bound to a snapshot. */

import type { EngineSnapshot } from './engine-snapshot.ts';
import type { Situation } from './day-state.ts';
import type { PositionValues } from './value.ts';
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import type { CompiledRule } from './compiled-rules.ts';
import type { RulesByCode, Triggers } from './triggers.ts';

/** Rules bound to the rows of a practice; they follow its images. */
export interface BoundRules {
  readonly m: EngineSnapshot;
  readonly k: Situation;
  readonly values: PositionValues;
  readonly settings: RuleSettings;
  readonly all: readonly CompiledRule[];
  readonly stateRules: readonly CompiledRule[];
  readonly occasionRules: readonly CompiledRule[];
  /** By the patient's insurance. */
  readonly triggers: readonly Triggers[];
  /** Those of the rules that a day without a note may trigger, by the patient's insurance. */
  readonly triggersWithoutNote: readonly Triggers[];
  /** Checks that a service of a code may be part of. */
  readonly checks: RulesByCode;
  /** Checks that count a service of a code in a window, so that a later service may break them. */
  readonly laterChecks: RulesByCode;
}
