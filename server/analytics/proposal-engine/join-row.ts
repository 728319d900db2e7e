/** Joins one finding with its decision. */
import { findRetiredRule } from '../../../catalog/billing-rules/retired.ts';
import { learned, isFiled, isOftenRejected } from '../../../shared/analytics/billing/billing.ts';
import {
  cappedConfidence,
  type CounterReason,
  type Finding,
  type ProposalState,
} from '../../../shared/analytics/billing/proposal.ts';
import { fuzOf } from '../../../shared/analytics/billing/periods.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import { ageInMonths, dayNumberOf, EMPTY, plusMonths } from '../snapshot/calendar.ts';
import type { DecisionRow } from './store.ts';
import type { Row } from './row.ts';
import { kzvOf } from './kzv.ts';
import { NONE, type Surroundings } from './surroundings.ts';
import { enteredInstead, hasArrived, isMoved } from './arrival.ts';
import { filingOf } from './filing-of.ts';
import type { ProposalSnapshot } from './findings-cache.ts';

/** A chance is offered for a year, and no longer than the age of its rule. */
function isOver(
  { state: { snapshot } }: ProposalSnapshot,
  pat: number,
  finding: Finding,
  rule: Rule | undefined,
): boolean {
  if (finding.art !== 'POTENZIAL' || pat < 0) return false;
  const day = dayNumberOf(finding.tag),
    born = snapshot.rawRows.tables.patient.columns['geburtsdatum']![pat]!;
  if (plusMonths(day, 12) < snapshot.today) return true;
  if (born === EMPTY || rule === undefined) return false;
  const now = ageInMonths(born, snapshot.today),
    isWindowed = rule.zusatz.includes('fenster');
  return (
    (rule.alterBisM !== null && now > rule.alterBisM) ||
    (isWindowed && fuzOf(now)?.from !== fuzOf(ageInMonths(born, day))?.from)
  );
}
/** Returns the submitted billings that would have included a finding. */
export const filingsOf = (
  { proposals: v, filings }: Pick<Surroundings, 'proposals' | 'filings'>,
  finding: Finding,
): Surroundings['filings'] => {
  const expiresWith = filings.length === 0 ? null : filingOf(finding);
  return expiresWith === null
    ? []
    : filings.filter((one) =>
        isFiled([one], kzvOf(v, finding.behandler), expiresWith.bereich, finding.tag),
      );
};
/** Joins one finding with its decision; undefined for one that was revoked and is gone. */
export function rowOf(
  { proposals: v, filings, ...u }: Surroundings,
  finding: Finding,
  pat: number,
  row: DecisionRow | undefined,
  isFiring: boolean,
  labels: readonly string[],
): Row | undefined {
  const rule = v.ruleSet.all.get(finding.regel),
    expiresWith = filingOf(finding),
    gone = filingsOf({ proposals: v, filings }, finding),
    isGone = gone.length > 0,
    kept: ProposalState = row?.state ?? 'NEU';
  // A position that arrived and is missing again has to be entered again.
  let state: ProposalState = kept === 'UMGESETZT' && isFiring ? 'VORGEMERKT' : kept;
  let instead: Row['instead'] = null;
  if (state === 'VORGEMERKT' && hasArrived(v, pat, finding, isFiring)) state = 'UMGESETZT';
  else if (state === 'VORGEMERKT' || (state === 'UMGESETZT' && !isFiring)) {
    instead =
      state === 'UMGESETZT' && hasArrived(v, pat, finding, isFiring)
        ? null
        : enteredInstead(v, pat, finding, isFiring);
    if (instead !== null) state = 'UMGESETZT';
    else if (state === 'VORGEMERKT' && !isFiring && isMoved(v, pat, finding)) return undefined;
  }
  if (state === 'NEU' && !isFiring) return undefined;
  // Noted after the hand-in it is billed late, with a later billing.
  const isLate = isGone && row?.state === 'VORGEMERKT' && gone.every((one) => row.at > one.at);
  if ((state === 'NEU' || state === 'VORGEMERKT') && isGone && !isLate) state = 'VERFALLEN';
  if (state === 'NEU' && isOver(v, pat, finding, rule)) state = 'VERFALLEN';
  const { accepted, rejected } = u.learned.get(finding.regel) ?? NONE,
    config = v.ruleSet.settings.labelConfig;
  const gegen = [
    ...new Set<CounterReason>([
      ...finding.gegen,
      ...(isOftenRejected(accepted, rejected) ? ['oftAbgelehnt' as const] : []),
      ...(isGone ? ['abgegeben' as const] : []),
    ]),
  ];
  return {
    finding,
    pat,
    rule: rule ?? findRetiredRule(finding.regel),
    state,
    row,
    labels: [
      ...new Set([
        ...(config[rule?.gruppe ?? ''] ?? []),
        ...(config[finding.regel] ?? []),
        ...labels,
      ]),
    ],
    filing: expiresWith,
    expiredAt: isGone && !isLate ? Math.min(...gone.map((one) => one.at)) : null,
    isLate,
    instead,
    confidence: cappedConfidence(learned(finding.konfidenz, accepted, rejected), finding),
    counterReasons: gegen,
    isFiring,
  };
}
