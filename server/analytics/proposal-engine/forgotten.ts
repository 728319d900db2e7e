/** Forgotten positions of a practice by day. */
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import type { ProposalSnapshot } from './findings-cache.ts';

interface ForgottenRow {
  readonly pat: number;
  readonly finding: Finding;
}

const forgottenRows = new WeakMap<ProposalSnapshot['findings'], readonly ForgottenRow[]>();

/** Returns the forgotten positions by day; listed once per state of the findings. */
export function forgottenByDay(findings: ProposalSnapshot['findings']): readonly ForgottenRow[] {
  let known = forgottenRows.get(findings);
  if (!known) {
    const found: ForgottenRow[] = [];
    for (const [pat, own] of findings)
      for (const finding of own) if (finding.art === 'VERGESSEN') found.push({ pat, finding });
    forgottenRows.set(
      findings,
      (known = found.sort((x, y) =>
        x.finding.tag < y.finding.tag ? -1 : x.finding.tag > y.finding.tag ? 1 : 0,
      )),
    );
  }
  return known;
}
