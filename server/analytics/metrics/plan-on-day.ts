// Plans at the end of a day: whether one was open, and its state, from the dates of its steps.

import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { approvalEnd } from '../../../shared/analytics/reports/worklist.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths } from '../snapshot/calendar.ts';
import type { Selection } from '../snapshot/selection.ts';
import { matchesPlan } from '../snapshot/selection/matches.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { memoise, plansByDay } from './row-index.ts';

/** A day later than any other. */
const NEVER = 2_147_483_647;
type Status = (typeof HKP_STATUS)[number];
const statusOf = (word: Status): number => HKP_STATUS.indexOf(word);
const AT_EXPERT = statusOf('BEI_GUTACHTER');
const ALTERNATIVE = statusOf('ALTERNATIVE');
/** Plans from the draft to the expert review are open. */
export const isOpen = (of: number): boolean => of >= 0 && of <= AT_EXPERT;
/** Dates that end the open time of a plan, whatever came of it. */
const END_DATES = [
  'genehmigtAm',
  'terminAm',
  'begonnenAm',
  'eingegliedertAm',
  'abgerechnetAm',
  'verworfenAm',
];
/** Steps during the open time: it lasted at least until the last of them. */
const OPEN_STEPS = ['besprochenAm', 'gesendetAm'];
/** States of a plan that went on without the insurer. */
const WENT_ON = new Set(
  (
    [
      'SOFORT',
      'ANGENOMMEN_OHNE_KASSE',
      'TERMINIERT',
      'IN_ARBEIT',
      'EINGEGLIEDERT',
      'ABGERECHNET',
    ] satisfies Status[]
  ).map(statusOf),
);

type Columns = Snapshot['rawRows']['tables']['hkp']['columns'];
/** Whether the patient's decision is the last one: no insurer was asked. */
function endsWithPatient(c: Columns, at: number): boolean {
  if (!approvalEnd(HKP_ART[c['art']![at]!])) return true;
  return (
    c['gesendetAm']![at] === EMPTY &&
    c['genehmigtAm']![at] === EMPTY &&
    WENT_ON.has(c['status']![at]!)
  );
}
/** First known day that ended the open time of a plan; NEVER without one. */
function firstEnd(c: Columns, at: number): number {
  let first = NEVER;
  const ends = [...END_DATES];
  // An answer without an approval is a refusal.
  if (c['genehmigtAm']![at] === EMPTY) ends.push('beantwortetAm');
  if (endsWithPatient(c, at)) ends.push('angenommenAm');
  for (const name of ends) {
    const day = c[name]![at]!;
    if (day !== EMPTY && day < first) first = day;
  }
  return first;
}
interface OpenTime {
  /** It was open before this day. */
  readonly openBefore: Int32Array;
  /** It was closed from this day on; in between, the data do not say. */
  readonly closedFrom: Int32Array;
}
function openTimes(snapshot: Snapshot): OpenTime {
  return memoise(snapshot, 'hkp offen', () => {
    const { count, columns } = snapshot.rawRows.tables.hkp;
    // An alternative was never a plan of its own.
    const openBefore = new Int32Array(count).fill(EMPTY),
      closedFrom = new Int32Array(count).fill(EMPTY);
    for (const at of snapshot.live.hkp) {
      const status = columns['status']![at]!;
      if (status === ALTERNATIVE) continue;
      if (isOpen(status)) {
        openBefore[at] = closedFrom[at] = NEVER;
        continue;
      }
      // It is closed today, so a future day cannot be the end.
      const first = firstEnd(columns, at);
      closedFrom[at] = Math.min(first, snapshot.today);
      openBefore[at] =
        first === NEVER
          ? Math.min(snapshot.today, Math.max(...OPEN_STEPS.map((name) => columns[name]![at]!)))
          : closedFrom[at];
    }
    return { openBefore, closedFrom };
  });
}
/**
 * Iterates over the plans that were open at the end of a day.
 * @param unknown receives the plans that were closed at some unknown time
 */
export function forEachOpenPlanOn(
  snapshot: Snapshot,
  day: number,
  visit: (at: number) => void,
  unknown: (at: number) => void = () => undefined,
): void {
  const { rows, days: made } = plansByDay(snapshot);
  const { openBefore, closedFrom } = openTimes(snapshot);
  const to = lowerBound(made, day + 1);
  for (let k = 0; k < to; k += 1) {
    const at = rows[k]!;
    if (day < openBefore[at]!) visit(at);
    else if (day < closedFrom[at]!) unknown(at);
  }
}

/** Day of the step that led to each state. */
const STEP_OF: Partial<Record<Status, string>> = {
  ENTWURF: 'erstelltAm',
  BEI_PATIENT: 'besprochenAm',
  BEI_KASSE: 'gesendetAm',
  SOFORT: 'angenommenAm',
  ANGENOMMEN_OHNE_KASSE: 'angenommenAm',
  GENEHMIGT: 'genehmigtAm',
  TERMINIERT: 'terminAm',
  IN_ARBEIT: 'begonnenAm',
  EINGEGLIEDERT: 'eingegliedertAm',
  ABGERECHNET: 'abgerechnetAm',
  ABGELEHNT: 'beantwortetAm',
  VERWORFEN: 'verworfenAm',
};
/** Steps in the order of the workflow; of one day the later step counts. */
const STEPS: readonly (readonly [string, number])[] = (
  [
    'ENTWURF',
    'BEI_PATIENT',
    'BEI_KASSE',
    'GENEHMIGT',
    'TERMINIERT',
    'IN_ARBEIT',
    'EINGEGLIEDERT',
    'ABGERECHNET',
  ] satisfies Status[]
).map((word) => [STEP_OF[word]!, statusOf(word)]);
const ACCEPTED = statusOf('ANGENOMMEN_OHNE_KASSE');
/** The state of a plan that the data do not give for a day. */
export const UNKNOWN_STATE = -1;
/**
 * Returns the state of a plan at the end of a day, by index in HKP_STATUS: today's where its day is
 * known and over, else that of its last step; UNKNOWN_STATE where the day of its state is missing.
 */
export function planStateOn(snapshot: Snapshot, at: number, day: number): number {
  const { columns: c } = snapshot.rawRows.tables.hkp;
  const status = c['status']![at]!;
  if (day >= snapshot.today || status === ALTERNATIVE) return status;
  const word = HKP_STATUS[status];
  const own = word === undefined ? undefined : STEP_OF[word];
  const since = own === undefined ? EMPTY : c[own]![at]!;
  if (since !== EMPTY && since <= day) return status;
  let state: number = UNKNOWN_STATE,
    last = EMPTY,
    hasLater = since !== EMPTY;
  const take = (step: number, name: string): void => {
    const stepDay = c[name]![at]!;
    if (stepDay === EMPTY) return;
    if (stepDay > day) hasLater = true;
    else if (stepDay >= last) [state, last] = [step, stepDay];
  };
  for (const [name, step] of STEPS) {
    take(step, name);
    if (name === 'gesendetAm' && endsWithPatient(c, at)) take(ACCEPTED, 'angenommenAm');
  }
  // Without a later step the present state may be as old as the last one.
  return hasLater ? state : UNKNOWN_STATE;
}

/** Notes on the plans of a period: too recent, or of an unknown state on its last day. */
export function planHints(a: Selection): string[] {
  const { snapshot, cutoffDate } = a;
  let hasUnknown = false;
  forEachOpenPlanOn(
    snapshot,
    cutoffDate,
    () => undefined,
    (at) => {
      hasUnknown ||= matchesPlan(a, 'hkp', at);
    },
  );
  return [
    ...(plusMonths(a.to, 6) > snapshot.today ? ['nochNichtReif'] : []),
    ...(hasUnknown ? ['planOhneDatum'] : []),
  ];
}
