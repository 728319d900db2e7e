/** Joins one finding with its decision. */
import { learned, isFiled, isOftenRejected } from '../../../shared/analytics/billing/billing.ts';
import type {
  CounterReason,
  Finding,
  ProposalState,
} from '../../../shared/analytics/billing/proposal.ts';
import type { DecisionRow } from './store.ts';
import type { Row } from './row.ts';
import { kzvOf } from './kzv.ts';
import { NONE, type Surroundings } from './surroundings.ts';
import { hasArrived } from './arrival.ts';
import { filingOf } from './filing-of.ts';

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
    gone =
      expiresWith === null
        ? []
        : filings.filter((one) =>
            isFiled([one], kzvOf(v, finding.behandler), expiresWith.bereich, finding.tag),
          ),
    isGone = gone.length > 0,
    kept: ProposalState = row?.state ?? 'NEU';
  // A position that arrived and is missing again has to be entered again.
  let state: ProposalState = kept === 'UMGESETZT' && isFiring ? 'VORGEMERKT' : kept;
  if (state === 'VORGEMERKT' && hasArrived(v, pat, finding, isFiring)) state = 'UMGESETZT';
  if (state === 'NEU' && !isFiring) return undefined;
  if ((state === 'NEU' || state === 'VORGEMERKT') && isGone) state = 'VERFALLEN';
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
    rule,
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
    expiredAt: isGone ? Math.min(...gone.map((one) => one.at)) : null,
    confidence: learned(finding.konfidenz, accepted, rejected),
    counterReasons: gegen,
    isFiring,
  };
}
