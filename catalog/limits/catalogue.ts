/** Limits of BEMA, GOZ and GOÄ, each with its source and its certainty; validated once. */
import {
  LIMIT_CERTAINTIES,
  LIMIT_SYSTEMS,
  type Limit,
} from '../../shared/analytics/billing/limits/limit.ts';
import { judgeLimits } from '../../shared/analytics/billing/limits/limit-state.ts';
import { rulesOfLimits } from '../../shared/analytics/billing/limits/limit-rule.ts';
import data from './limits@2026.json' with { type: 'json' };

function readLimit(one: (typeof data.limits)[number]): Limit {
  const limit = one as Limit;
  if (
    !LIMIT_SYSTEMS.includes(limit.system) ||
    !LIMIT_CERTAINTIES.includes(limit.certainty) ||
    limit.source === ''
  )
    throw new RangeError(`limit ${limit.id}`);
  return limit;
}
/** Every limit, also those that stay text. */
export const LIMITS: readonly Limit[] = data.limits.map(readLimit);
/** Every limit with what becomes of it: checked, said elsewhere, or open. */
export const JUDGED_LIMITS = judgeLimits(LIMITS);
/** The checks of the limits that delivered rows can answer. */
export const LIMIT_RULES = rulesOfLimits(LIMITS);
/**
 * Positions with a fee for which no limit of their own is known, by fee schedule: no row was found,
 * which does not mean that there is none.
 */
export const NONE_KNOWN: Readonly<Record<Limit['system'], readonly string[]>> = data.noneKnown;
