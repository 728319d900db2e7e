/** Whether findings are offered before any decision about their patient. */
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import type { ProposalSnapshot } from './findings-cache.ts';
import { filingsOf } from './join-row.ts';
import { isOffered } from './offered.ts';
import type { Surroundings } from './surroundings.ts';

/** What the offers rest on in addition to the findings: the hand-ins, and whose they are. */
export const handInKey = ({ filings, proposals: { ruleSet } }: Surroundings): string =>
  JSON.stringify([filings, ruleSet.settings.kzv, ruleSet.environment.region]);

const judged = new WeakMap<
  ProposalSnapshot['findings'],
  { readonly key: string; readonly offers: Map<Finding, boolean> }
>();
const NONE_REFUSED = new Map<string, never>();

/**
 * Returns the check of a finding (record, finding) that nothing was decided about; each finding is
 * judged once until findings or hand-ins change.
 */
export function undecidedOffers(u: Surroundings): (pat: number, finding: Finding) => boolean {
  const { findings } = u.proposals,
    key = handInKey(u),
    isGone = (one: Finding): boolean => filingsOf(u, one).length > 0;
  let known = judged.get(findings);
  if (known?.key !== key) judged.set(findings, (known = { key, offers: new Map() }));
  const { offers } = known;
  const isOffer = (pat: number, finding: Finding): boolean => {
    if (finding.verdeckt !== true && finding.reihe === undefined) return true;
    let found = offers.get(finding);
    if (found === undefined) {
      const context = {
        findings: findings.get(pat) ?? [],
        refused: NONE_REFUSED,
        isGone,
        isKnownOffer: (first: Finding) => isOffer(pat, first),
      };
      offers.set(finding, (found = isOffered(finding, pat, context)));
    }
    return found;
  };
  return isOffer;
}
