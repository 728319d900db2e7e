/** Trials of one rule on the past of a practice. */
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import { isOfferedFirst, type Finding } from '../../../shared/analytics/billing/proposal.ts';
import type { ChargedPlace } from '../rules-engine/charged-anyway.ts';
import type { SnapshotCache, State } from '../snapshot/state.ts';
import { CHUNK_SIZE, type RuleEngine } from './rule-engine.ts';
import { ruleSetOf, ruleSettingsOf } from './rule-set.ts';
import type { ProposalSource } from './store.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

/** First and last day of treatment `YYYY-MM-DD`. */
interface DaySpan {
  readonly from: string;
  readonly to: string;
}
/** A rule tried on the past. */
export interface RuleTrial {
  readonly state: State;
  readonly rule: Rule;
  /** Findings of all days. */
  readonly findings: readonly Finding[];
  /** Places of the span where the practice charged the position itself; null: there is none. */
  readonly charged: readonly ChargedPlace[] | null;
}
export interface Trials {
  /**
   * Tries a rule on all of the practice's history, next to its checks.
   * @param rule a rule, or the id of one in the practice's book
   * @param name of this trial, which its progress is asked by
   * @returns null where the book has no such rule
   */
  run(
    cid: string,
    now: number,
    rule: Rule | string,
    span: DaySpan,
    name?: string,
  ): Promise<RuleTrial | null>;
  /** Share of a running trial of a rule, 0 to 1; null where none of this name runs. */
  progress(cid: string, rule: string, name?: string): number | null;
}
interface TrialContext {
  readonly snapshotCache: SnapshotCache;
  readonly source: ProposalSource;
  readonly engine: RuleEngine;
  readonly houseRules: readonly Rule[];
}

/** Names a trial of a rule: several people may try one at the same time. */
const trialKey = (cid: string, rule: string, name = ''): string => [cid, rule, name].join('\u0000');

/** Evaluates one rule over all patients, next to the checks that hold proposals back. */
async function tryRule(
  { snapshotCache, source, engine, houseRules }: TrialContext,
  shares: Map<string, number>,
  cid: string,
  now: number,
  asked: Rule | string,
  { from: first, to: last }: DaySpan,
  name: string | undefined,
): Promise<RuleTrial | null> {
  const ruleSet = await ruleSetOf(source, cid, houseRules),
    rule = typeof asked === 'string' ? ruleSet.all.get(asked) : asked;
  if (rule === undefined) return null;
  const key = trialKey(cid, rule.id, name);
  shares.set(key, 0);
  try {
    const state = await snapshotCache.load(cid, now),
      checks = [...ruleSet.all.values()].filter(
        (one) => one.id !== rule.id && one.art === 'PRUEFUNG',
      ),
      settings = ruleSettingsOf(ruleSet),
      ready = engine.prepare(state.snapshot, [...checks, rule], {
        ...settings,
        aus: settings.aus.filter((id) => id !== rule.id),
      }),
      findings: Finding[] = [],
      charged: ChargedPlace[] = [],
      all = state.snapshot.live.patient;
    let isCharging = true;
    for (let from = 0; from < all.length; from += CHUNK_SIZE) {
      const patients = all.subarray(from, from + CHUNK_SIZE);
      for (const finding of ready.evaluateRules(patients, all))
        if (finding.regel === rule.id && isOfferedFirst(finding)) findings.push(finding);
      const places = ready.chargedAnyway({
        rule: rule.id,
        from: first,
        to: last,
        patients,
        askedPatients: all,
      });
      if (places === null) isCharging = false;
      else charged.push(...places);
      shares.set(key, (from + patients.length) / all.length);
      await letOthersRun();
    }
    return { state, rule, findings, charged: isCharging ? charged : null };
  } finally {
    shares.delete(key);
  }
}

/** Creates the trials of all practices. */
export function createTrials(context: TrialContext): Trials {
  const shares = new Map<string, number>();
  return {
    run: (cid, now, rule, span, name) => tryRule(context, shares, cid, now, rule, span, name),
    progress: (cid, rule, name) => shares.get(trialKey(cid, rule, name)) ?? null,
  };
}
