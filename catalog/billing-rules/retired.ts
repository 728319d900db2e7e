/**
 * Rules of earlier versions that a limit says entirely now. Nothing evaluates them; decisions of
 * practices name them, so their words stay readable.
 */
import type { Rule } from '../../shared/analytics/billing/rule.ts';
import data from './retired@2026.json' with { type: 'json' };

/** The words of a rule. */
export type RuleWords = Pick<
  Rule,
  'id' | 'version' | 'gruppe' | 'titel' | 'grund' | 'noetig' | 'dagegen' | 'quelle' | 'mark'
>;
/** A rule that is no longer evaluated, with the limits that say the same. */
export interface RetiredRule extends RuleWords {
  readonly saidBy: readonly string[];
}
/** Every retired rule; their ids are never used again. */
export const RETIRED_RULES: readonly RetiredRule[] = data.rules as unknown as RetiredRule[];
const byId = new Map(RETIRED_RULES.map((one) => [one.id, one]));
/** Returns a retired rule by its id. */
export const findRetiredRule = (id: string): RetiredRule | undefined => byId.get(id);
