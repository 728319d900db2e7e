/** Checks whether the position of a proposal has arrived in a delivery. */
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import { normalizedNumber } from '../snapshot/area.ts';
import { SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import type { ProposalSnapshot } from './findings-cache.ts';

/**
 * Checks whether a charged position exists for a person: on days of a span, at the tooth where one
 * is given.
 */
function isPresent(
  snapshot: Snapshot,
  pat: number,
  since: number,
  to: number,
  finding: Finding,
): boolean {
  const { services, rawRows } = snapshot,
    { from, rows } = services.byPatient,
    service = rawRows.tables.leistung,
    own = rows.subarray(from[pat], from[pat + 1]),
    word = services.positionNumbers.codes.get(normalizedNumber(finding.nr)),
    system = SYSTEM[finding.system];
  if (word === undefined) return false;
  // Rows of a patient are sorted by day, like all rows.
  for (
    let g = lowerBound(own, lowerBound(services.day, since));
    g < own.length && services.day[own[g]!]! <= to;
    g += 1
  ) {
    const i = own[g]!;
    if (
      services.system[i] === system &&
      services.nr[i] === word &&
      (finding.zahn === '' ||
        service
          .text('zahn', services.rawRows[i]!)
          .split(/[^0-9]+/)
          .includes(finding.zahn) ||
        service.text('zahn', services.rawRows[i]!) === '')
    )
      return true;
  }
  return false;
}

/** A used chance is charged at one of the next contacts. */
const DAYS_PER_YEAR = 365;

/** Checks whether the position to be entered has arrived. A warning is settled when it is gone. */
export function hasArrived(
  v: ProposalSnapshot,
  pat: number,
  finding: Finding,
  isFiring: boolean,
): boolean {
  if (isFiring || pat < 0) return false;
  const { snapshot } = v.state,
    day = dayNumberOf(finding.tag),
    isOn = v.ruleSet.enabled.has(finding.regel);
  if (finding.art === 'PRUEFUNG') return isOn;
  if (finding.nr === '') return false;
  // Where the position was charged before, its quantity was too small: only the rule itself can
  // confirm the correction.
  if (
    !isOn &&
    finding.belege.some(
      (one) =>
        one.was === 'heute' &&
        one.system === finding.system &&
        normalizedNumber(one.nr) === normalizedNumber(finding.nr),
    )
  )
    return false;
  return isPresent(
    snapshot,
    pat,
    day,
    finding.art === 'POTENZIAL' ? day + DAYS_PER_YEAR : day,
    finding,
  );
}
