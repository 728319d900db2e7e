/** Treatments that a note states as done, with the position to be charged; validated once. */
import {
  ruleOfDocumented,
  type DocumentedService,
} from '../../shared/analytics/billing/documented-rule.ts';
import type { Rule } from '../../shared/analytics/billing/rule.ts';
import data from './documented@2026.json' with { type: 'json' };

/** Every position with its words. */
export const DOCUMENTED_SERVICES: readonly DocumentedService[] =
  data.entries as unknown as readonly DocumentedService[];
/** Their rules, not yet parsed. */
export const DOCUMENTED_RULES: readonly Rule[] = DOCUMENTED_SERVICES.map(ruleOfDocumented);
