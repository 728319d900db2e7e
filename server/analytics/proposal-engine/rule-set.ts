// The rules of a practice: the built-in ones and its live custom ones, with switches and settings.

import { isOn } from '../../../shared/analytics/billing/billing.ts';
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import type { Environment, ProposalSource, RuleSwitch, Settings } from './store.ts';

/** Rules of a practice: the built-in ones and its live custom ones. */
export interface RuleSet {
  readonly all: ReadonlyMap<string, Rule>;
  readonly own: ReadonlySet<string>;
  readonly enabled: ReadonlySet<string>;
  readonly switches: ReadonlyMap<string, RuleSwitch>;
  readonly settings: Settings;
  readonly environment: Environment;
  /** Everything that all findings depend on; agreements change those of their patients only. */
  readonly key: string;
}

/** Loads the rules of a practice with their switches and settings. */
export async function ruleSetOf(
  source: ProposalSource,
  cid: string,
  houseRules: readonly Rule[],
): Promise<RuleSet> {
  const { gesagt: said, eigene, einstellung, environment } = await source.rules(cid);
  const switches = new Map(said.map((one) => [one.regel, one])),
    own: Rule[] = eigene.map(({ regel: rule, version, eingabe }) => ({
      ...eingabe,
      id: rule,
      version,
      mark: 'proposal',
    })),
    all = new Map([...houseRules, ...own].map((rule) => [rule.id, rule])),
    ownIds = new Set(own.map((rule) => rule.id));
  const an = new Set(
    [...all.values()]
      .filter((rule) =>
        ownIds.has(rule.id)
          ? (switches.get(rule.id)?.isOn ?? true)
          : isOn(rule, switches.get(rule.id)?.isOn),
      )
      .map((rule) => rule.id),
  );
  return {
    all,
    own: ownIds,
    enabled: an,
    switches,
    settings: einstellung,
    environment,
    key: JSON.stringify([
      [...an].sort(),
      own.map((rule) => `${rule.id} ${rule.version}`).sort(),
      einstellung.mitVertretung,
      einstellung.mitAnderenTraegern,
      einstellung.schalter,
      einstellung.schwellen,
      environment.region,
      environment.ownPointValues,
      environment.coPayments.reduce(
        (first, { since }) => (first === '' || since < first ? since : first),
        '',
      ),
    ]),
  };
}
/** Returns the patients whose signed agreements differ: on fees, or on extra costs. */
export function patientsAgreedAnew(before: RuleSet, now: RuleSet): ReadonlySet<string> {
  const wordsOf = (set: RuleSet): Map<string, string> =>
      new Map(
        [...set.environment.agreements, ...set.environment.coPayments].map((one) => [
          JSON.stringify(one),
          one.patid,
        ]),
      ),
    old = wordsOf(before),
    fresh = wordsOf(now);
  return new Set(
    [...old, ...fresh].flatMap(([word, patid]) =>
      old.has(word) && fresh.has(word) ? [] : [patid],
    ),
  );
}
/** Returns the properties of the rules that the engine needs. */
export const ruleSettingsOf = (ruleSet: RuleSet): RuleSettings => ({
  aus: [...ruleSet.all.keys()].filter((id) => !ruleSet.enabled.has(id)),
  mitVertretung: ruleSet.settings.mitVertretung,
  mitAnderenTraegern: ruleSet.settings.mitAnderenTraegern,
  schalter: ruleSet.settings.schalter,
  schwellen: ruleSet.settings.schwellen,
  ...ruleSet.environment,
});
