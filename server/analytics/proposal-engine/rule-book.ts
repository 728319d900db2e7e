// Binds the engine and the built-in rules to the cached findings of each practice.

import { HOUSE_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import type { SnapshotCache } from '../snapshot/state.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import {
  compileRules,
  practiceRatios,
  affectedByRatios,
  evaluateRules,
  type CompiledRules,
} from '../rules-engine/engine.ts';
import { chargedAnyway } from '../rules-engine/charged-anyway.ts';
import { createProposalCache, type Proposals } from './findings-cache.ts';
import type { RuleEngine } from './rule-engine.ts';
import type { ProposalSource } from './store.ts';

/**
 * Recently parsed rules by wording and settings: all practices that use the built-in rules share
 * them.
 */
const parsed = new Map<string, CompiledRules>();
const MAX_ITEMS = 20,
  HAUS = new Set<Rule>(HOUSE_RULES);
function parsedWith(rules: readonly Rule[], setting: RuleSettings): CompiledRules {
  const key = JSON.stringify([rules.map((one) => (HAUS.has(one) ? one.id : one)), setting]),
    found = parsed.get(key) ?? compileRules(rules, setting);
  parsed.delete(key);
  parsed.set(key, found);
  for (const old of parsed.keys()) if (parsed.size > MAX_ITEMS) parsed.delete(old);
  return found;
}
/** The engine as used by the findings cache. */
export const ENGINE: RuleEngine = {
  prepare(snapshot, rules, setting) {
    const ready = parsedWith(rules, setting);
    return {
      evaluateRules: (patients, askedPatients) =>
        evaluateRules(snapshot, ready, { patients, askedPatients, withHidden: true }),
      chargedAnyway: (question) => chargedAnyway(snapshot, ready, question),
      ratios: (askedPatients) => practiceRatios(snapshot, ready, askedPatients),
      affected: (before, now) => affectedByRatios(snapshot, before, now),
    };
  },
};
export const proposalsFrom = (snapshotCache: SnapshotCache, source: ProposalSource): Proposals =>
  createProposalCache(snapshotCache, source, ENGINE, HOUSE_RULES);
