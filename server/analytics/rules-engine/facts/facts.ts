// Resolves each fact of the rule language for the current patient and day; null where it is
// unknown.

import { RULE_THRESHOLDS } from '../../../../shared/analytics/billing/rule-facts.ts';
import { DAY_FACTS } from './day-facts.ts';
import type { Facts, Finder, Surroundings } from './finder.ts';
import { PATIENT_FACTS } from './patient-facts.ts';
import { PLAN_FACTS } from './plan-facts.ts';
import { SERVICE_FACTS } from './service-facts.ts';
import { TOOTH_FACTS } from './tooth-facts.ts';

const FACTS: Facts = {
  ...DAY_FACTS,
  ...PATIENT_FACTS,
  ...PLAN_FACTS,
  ...TOOTH_FACTS,
  ...SERVICE_FACTS,
};

/** Returns the resolver of a fact; switches and thresholds are set by the practice. */
export function finderOf(name: string, u: Surroundings): Finder {
  const [kind = '', own = ''] = name.split('.');
  if (kind === 'schalter') {
    const isOn = u.schalter[own] ?? true;
    return () => isOn;
  }
  if (kind === 'schwelle') {
    const at = u.schwellen[own] ?? RULE_THRESHOLDS[own as keyof typeof RULE_THRESHOLDS].start;
    return () => at;
  }
  return FACTS[name]!(u);
}
