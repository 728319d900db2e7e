/** Checks whether the position of a proposal has arrived in a delivery. */
import { normalNumber } from '../../../catalog/find-position.ts';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import { normalizedNumber } from '../snapshot/area.ts';
import { SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import type { ProposalSnapshot } from './findings-cache.ts';

const wordsBySnapshot = new WeakMap<Snapshot, Map<string, ReadonlySet<number>>>();
/** Returns the delivered spellings of a position, as indexes of the image's numbers. */
function wordsOf(snapshot: Snapshot, { system, nr }: Finding): ReadonlySet<number> {
  let known = wordsBySnapshot.get(snapshot);
  if (known === undefined) wordsBySnapshot.set(snapshot, (known = new Map()));
  const key = `${system} ${nr}`,
    asked = nameOf(system, nr);
  let found = known.get(key);
  if (found === undefined)
    known.set(
      key,
      (found = new Set(
        snapshot.services.positionNumbers.words.flatMap((word, at) =>
          nameOf(system, word) === asked ? [at] : [],
        ),
      )),
    );
  return found;
}
const nameOf = (system: Finding['system'], nr: string): string =>
  normalizedNumber(system === 'EIGEN' ? nr : normalNumber(system, nr));

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
    words = wordsOf(snapshot, finding),
    system = SYSTEM[finding.system];
  if (words.size === 0) return false;
  // Rows of a patient are sorted by day, like all rows.
  for (
    let g = lowerBound(own, lowerBound(services.day, since));
    g < own.length && services.day[own[g]!]! <= to;
    g += 1
  ) {
    const i = own[g]!;
    if (
      services.system[i] === system &&
      words.has(services.nr[i]!) &&
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
        nameOf(finding.system, one.nr) === nameOf(finding.system, finding.nr),
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
