/** The perio cases of a period by the steps that they had reached at its end. */
import { isParOpenOn } from '../../metrics/par-on-day.ts';
import { uptDays } from '../../metrics/walks.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import type { Selection } from '../../snapshot/selection.ts';
import { matchesPatient, matchesPlan } from '../../snapshot/selection/matches.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

/** After this many days without the next step a case is overdue. */
const PAR_DEADLINE_DAYS = 90;

/** Returns the patients with a perio screening code of 3 or 4 in the span. */
export function screenedPatients(a: Selection): Set<number> {
  const { rawRows, mergedInto } = a.snapshot,
    { psi } = rawRows.tables,
    screened = new Set<number>();
  for (let at = 0; at < psi.count; at += 1) {
    const p = psi.columns['patid']![at]!,
      day = psi.columns['datum']![at]!;
    if (
      psi.rowState[at] === 1 &&
      p >= 0 &&
      day >= a.from &&
      day <= a.to &&
      matchesPatient(a, mergedInto[p]!) &&
      /[34]/.test(psi.text('codes', at))
    )
      screened.add(mergedInto[p]!);
  }
  return screened;
}

/** Day of the second UPT session of a case; EMPTY without one. */
function secondSession(snapshot: Snapshot): (at: number) => number {
  const { rawRows, mergedInto } = snapshot,
    c = rawRows.tables.parfall.columns,
    { from, days } = uptDays(snapshot);
  return (at) => {
    const p = c['patid']![at]!,
      start = c['uptVon']![at]!;
    if (p < 0 || start === EMPTY) return EMPTY;
    let first = EMPTY;
    for (let g = from[mergedInto[p]!]!; g < from[mergedInto[p]! + 1]!; g += 1) {
      const day = days[g]!;
      if (day < start || day === first) continue;
      if (first !== EMPTY) return day;
      first = day;
    }
    return EMPTY;
  };
}

interface ParStage {
  readonly stage: string;
  /** Cases that reached it. */
  readonly cases: readonly number[];
  /** Days from the step before it to this one. */
  readonly days: number[];
  /** Cases that reached nothing after it for long; null where the data do not say whether they are open. */
  readonly overdue: readonly number[] | null;
}

/** Returns the steps after the screening, and the number of cases made in the span. */
export function parStages(a: Selection): { count: number; stages: ParStage[] } {
  const { snapshot, cutoffDate } = a,
    { rawRows, live } = snapshot,
    c = rawRows.tables.parfall.columns,
    second = secondSession(snapshot),
    cases = [...live.parfall].filter(
      (at) =>
        c['erstelltAm']![at] !== EMPTY &&
        c['erstelltAm']![at]! >= a.from &&
        c['erstelltAm']![at]! <= a.to &&
        matchesPlan(a, 'parfall', at),
    );
  const steps: [string, (at: number) => number][] = [
      ['PLAN', (at) => c['erstelltAm']![at]!],
      ['GENEHMIGT', (at) => c['genehmigtAm']![at]!],
      ['ATG', (at) => c['atgAm']![at]!],
      ['AIT', (at) => c['aitVon']![at]!],
      ['BEV', (at) => c['bevAm']![at]!],
      ['UPT1', (at) => c['uptVon']![at]!],
      ['UPT2', second],
    ],
    // A step taken later had not been reached.
    reached = steps.map(([, day]) => cases.map((at) => (day(at) > cutoffDate ? EMPTY : day(at))));
  /** Stuck: this step was reached long ago and none after it. */
  const isStuck = (s: number, n: number): boolean =>
    reached[s]![n] !== EMPTY &&
    s < steps.length - 1 &&
    !reached.slice(s + 1).some((step) => step[n] !== EMPTY) &&
    cutoffDate - reached[s]![n]! > PAR_DEADLINE_DAYS;
  const stages = steps.map(([stage], s): ParStage => {
    const stuck = cases
        .filter((_, n) => isStuck(s, n))
        .map((at) => ({ at, isOpen: isParOpenOn(snapshot, at, cutoffDate) })),
      isUnknown = stuck.some(({ isOpen }) => isOpen === undefined);
    return {
      stage,
      cases: cases.filter((_, n) => reached[s]![n] !== EMPTY),
      days:
        s === 0
          ? []
          : cases.flatMap((_, n) =>
              reached[s]![n] !== EMPTY && reached[s - 1]![n] !== EMPTY
                ? [reached[s]![n]! - reached[s - 1]![n]!]
                : [],
            ),
      overdue: isUnknown ? null : stuck.filter(({ isOpen }) => isOpen).map(({ at }) => at),
    };
  });
  return { count: cases.length, stages };
}
