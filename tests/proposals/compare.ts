/** Runs the engine and the reference on the same rows and formats their findings for comparison. */
import { HOUSE_RULES, WRITTEN_RULES } from '../../catalog/billing-rules/catalogue.ts';
import { LIMIT_RULES } from '../../catalog/limits/catalogue.ts';
import { type Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { compileRules, evaluateRules } from '../../server/analytics/rules-engine/engine.ts';
import { RawData, type RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import type { Rule } from '../../shared/analytics/billing/rule.ts';
import type { RuleSettings } from '../../shared/analytics/billing/proposal.ts';
import { isOfDay } from './reference/cases.ts';
import { isPerTooth, reference } from './reference/reference.ts';
import { plainCode } from './reference/words.ts';
import { TODAY } from './random-days/tables.ts';

/**
 * Scope of the reference: omitted positions and checks of a day. It knows no amounts, so a check that
 * is silent where a fee is reduced already is left out.
 */
export const KNOWN_DIFFERENCES = WRITTEN_RULES.filter(
  (one) => one.art !== 'POTENZIAL' && isOfDay(one) && one.wert !== 'MINDERUNG',
);
/** Words of limits that the reference does not know. */
const UNKNOWN =
  /imPlan|CASE_KFO|zahn\.kroneGeplant|zahn\.ersetzt|flaechen|upt\.ende|hkp\.eingegliedert|abstand\([^)]*\|/;
/** Limits that may hold a proposal back; the others are asked of neither. */
export const KNOWN_LIMITS = LIMIT_RULES.filter((one) => !UNKNOWN.test(one.zusatz));
const ASKED = [...HOUSE_RULES.filter((one) => one.gruppe !== 'GRENZEN'), ...KNOWN_LIMITS];
const byId = new Map(HOUSE_RULES.map((one) => [one.id, one]));
/**
 * Enables exactly the rules in the reference's scope: proposals of one position displace each
 * other.
 */
export const ruleSettings = (more: Partial<RuleSettings> = {}): RuleSettings => ({
  aus: HOUSE_RULES.filter((one) => !KNOWN_DIFFERENCES.includes(one)).map((one) => one.id),
  mitVertretung: false,
  mitAnderenTraegern: false,
  schalter: {},
  schwellen: {},
  ...more,
});

export interface Statement {
  readonly patid: string;
  readonly tag: string;
  readonly regel: string;
  readonly zahn: string;
  readonly system: string;
  readonly nr: string;
  readonly menge: number;
}
/**
 * Returns the key of a finding: a check by its place only; a proposal also by position and
 * quantity. A tooth is included if the position is charged by tooth.
 */
export function selectionKey(one: Statement): string {
  const rule = byId.get(one.regel)!,
    place = `${one.patid} ${one.tag} ${one.regel}`;
  if (rule.art === 'PRUEFUNG')
    return /@Z|gleicheFlaechen/.test(
      `${rule.heuteAlle}${rule.zusatz}${rule.historieNoetig.join('')}`,
    )
      ? `${place} ${one.zahn}`
      : place;
  return `${place} ${isPerTooth(rule) ? one.zahn : ''} ${one.system} ${plainCode(one.nr)} × ${one.menge}`;
}
export function snapshotFrom(rows: readonly RawRow[], heute = TODAY): Snapshot {
  const rawRows = new RawData();
  for (const row of rows) rawRows.take(row);
  return buildSnapshot(rawRows, dayNumberOf(heute));
}
export const engineSays = (
  snapshot: Snapshot,
  set: RuleSettings,
  patienten?: Int32Array,
): Statement[] => evaluateRules(snapshot, compileRules(ASKED, set), { patients: patienten });
/** @param regeln rules of both; without limits nothing is held back for them */
export const referenceSays = (
  rows: readonly RawRow[],
  set: RuleSettings,
  regeln: readonly Rule[] = ASKED,
): Statement[] => reference({ rows, regeln, heute: TODAY, einstellung: set });
