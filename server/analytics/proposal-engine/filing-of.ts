/** The area of a finding, and the billing that includes it. */
import {
  type FilingArea,
  billingPeriodOf,
  filingAreaOf,
} from '../../../shared/analytics/billing/billing.ts';
import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import { areaFromPosition } from '../snapshot/area.ts';

interface Filing {
  bereich: FilingArea;
  zeitraum: string;
}

const filings = new WeakMap<Finding, Filing | null>();

/** Returns the billing that includes a finding; a finding never changes. */
export function filingOf(finding: Finding): Filing | null {
  if (finding.art !== 'VERGESSEN' || finding.nr === '') return null;
  let known = filings.get(finding);
  if (known === undefined) {
    const billingArea = filingAreaOf(finding.system, areaFromPosition(finding.system, finding.nr));
    filings.set(
      finding,
      (known =
        billingArea === null
          ? null
          : { bereich: billingArea, zeitraum: billingPeriodOf(billingArea, finding.tag) }),
    );
  }
  return known;
}

export const areaOfFinding = (finding: Finding) =>
  areaFromPosition(
    finding.nr === '' || !GEBUEHREN.includes(finding.system) ? 'EIGEN' : finding.system,
    finding.nr,
  );
