/** Checks whether the position of a proposal has arrived in a delivery. */
import { normalNumber } from '../../../catalog/find-position.ts';
import { alternativesOf, type NamedPosition } from '../../../catalog/same-work/catalogue.ts';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import { normalizedNumber } from '../snapshot/area.ts';
import { SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import type { ProposalSnapshot } from './findings-cache.ts';

const nameOf = (system: Finding['system'], nr: string): string =>
  normalizedNumber(system === 'EIGEN' ? nr : normalNumber(system, nr));

type WordsByName = ReadonlyMap<string, ReadonlySet<number>>;
const wordsBySnapshot = new WeakMap<Snapshot, Map<Finding['system'], WordsByName>>();
const NO_WORDS: ReadonlySet<number> = new Set();
/** Returns the delivered spellings of each position of a fee schedule, as indexes of the image's numbers. */
function wordsByName(snapshot: Snapshot, system: Finding['system']): WordsByName {
  let known = wordsBySnapshot.get(snapshot);
  if (known === undefined) wordsBySnapshot.set(snapshot, (known = new Map()));
  let found = known.get(system);
  if (found === undefined) {
    const made = new Map<string, Set<number>>();
    snapshot.services.positionNumbers.words.forEach((word, at) => {
      const name = nameOf(system, word),
        words = made.get(name);
      if (words === undefined) made.set(name, new Set([at]));
      else words.add(at);
    });
    known.set(system, (found = made));
  }
  return found;
}
/** Returns the delivered spellings of a position, as indexes of the image's numbers. */
const wordsOf = (snapshot: Snapshot, { system, nr }: Finding): ReadonlySet<number> =>
  wordsByName(snapshot, system).get(nameOf(system, nr)) ?? NO_WORDS;

/**
 * Lists the charged services of a position for a person: on days of a span, at the tooth where one
 * is given.
 */
function* presentServices(
  snapshot: Snapshot,
  pat: number,
  since: number,
  to: number,
  finding: Finding,
): Generator<number> {
  const { services, rawRows } = snapshot,
    { from, rows } = services.byPatient,
    service = rawRows.tables.leistung,
    own = rows.subarray(from[pat], from[pat + 1]),
    words = wordsOf(snapshot, finding),
    system = SYSTEM[finding.system];
  if (words.size === 0) return;
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
      yield i;
  }
}
/** Checks whether such a service exists. */
export const isPresent = (...query: Parameters<typeof presentServices>): boolean =>
  presentServices(...query).next().done !== true;

/**
 * Returns the position of the same work that was entered on the day instead of the proposed one;
 * null without one. It counts only once the rule no longer asks for the proposed one.
 */
export function enteredInstead(
  v: ProposalSnapshot,
  pat: number,
  finding: Finding,
  isFiring: boolean,
): NamedPosition | null {
  if (isFiring || pat < 0 || finding.art === 'PRUEFUNG' || finding.nr === '') return null;
  const day = dayNumberOf(finding.tag);
  for (const other of alternativesOf(finding.system, finding.nr)) {
    // A service that the proposal was based on is not its answer.
    const isBasis = finding.belege.some(
      (one) =>
        one.was === 'heute' &&
        one.system === other.system &&
        nameOf(other.system, one.nr) === nameOf(other.system, other.nr),
    );
    if (!isBasis && isPresent(v.state.snapshot, pat, day, day, { ...finding, ...other }))
      return other;
  }
  return null;
}
/**
 * Returns the findings at the teeth to which a decided one may have been corrected: no service of the
 * day is left at its tooth, and the rule finds the same position at another one. Empty where it was
 * not corrected.
 */
export function movedTo(v: ProposalSnapshot, pat: number, finding: Finding): readonly Finding[] {
  if (finding.zahn === '' || pat < 0) return [];
  const { services, rawRows } = v.state.snapshot,
    { from, rows } = services.byPatient,
    day = dayNumberOf(finding.tag),
    isServed = rows.subarray(from[pat], from[pat + 1]).some(
      (i) =>
        services.day[i] === day &&
        rawRows.tables.leistung
          .text('zahn', services.rawRows[i]!)
          .split(/[^0-9]+/)
          .includes(finding.zahn),
    );
  return isServed
    ? []
    : (v.findings.get(pat) ?? []).filter(
        (one) =>
          one.regel === finding.regel &&
          one.tag === finding.tag &&
          one.zahn !== '' &&
          one.zahn !== finding.zahn,
      );
}
/** Checks whether a decided proposal is about a tooth that was corrected. */
export const isMoved = (...given: Parameters<typeof movedTo>): boolean =>
  movedTo(...given).length > 0;

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

/**
 * Returns the services that were entered after a proposal: those of its day, of a chance those of
 * the first day within a year.
 * @param instead the position of the same work that was entered for the proposed one
 */
export function enteredServices(
  snapshot: Snapshot,
  pat: number,
  finding: Finding,
  instead: NamedPosition | null,
): number[] {
  if (pat < 0 || finding.nr === '') return [];
  const day = dayNumberOf(finding.tag),
    last = finding.art === 'POTENZIAL' ? day + DAYS_PER_YEAR : day,
    found = [...presentServices(snapshot, pat, day, last, { ...finding, ...instead })],
    days = snapshot.services.day;
  return found.filter((i) => days[i] === days[found[0]!]);
}
