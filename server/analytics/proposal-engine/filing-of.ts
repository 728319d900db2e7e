/** The area of a finding, and the billing that includes it. */
import {
  type FilingArea,
  billingPeriodOf,
  filingAreaOf,
} from '../../../shared/analytics/billing/billing.ts';
import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import { areaFromPosition } from '../snapshot/area.ts';

interface Filing {
  bereich: FilingArea;
  zeitraum: string;
}

const filings = new WeakMap<Finding, Filing | null>();

/** Returns the billing that includes a finding; a finding never changes. */
export function filingOf(fund: Finding): Filing | null {
  if (fund.art !== 'VERGESSEN' || fund.nr === '') return null;
  let known = filings.get(fund);
  if (known === undefined) {
    const bereich = filingAreaOf(fund.system, areaFromPosition(fund.system, fund.nr));
    filings.set(
      fund,
      (known = bereich === null ? null : { bereich, zeitraum: billingPeriodOf(bereich, fund.tag) }),
    );
  }
  return known;
}

export const areaOfFinding = (fund: Finding) =>
  areaFromPosition(
    fund.nr === '' || !GEBUEHREN.includes(fund.system) ? 'EIGEN' : fund.system,
    fund.nr,
  );
