// State at the end of a day, derived from the dates of rows: unbilled services and open plans.

import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import { type Selection } from '../snapshot/selection.ts';
import { forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import { matchesPlan } from '../snapshot/selection/matches.ts';
import { PAYER, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { memoise, plansByDay, serviceRowSet } from './row-index.ts';

/** A day later than any other. */
const NEVER = 2_147_483_647;
const BILLED = 2;

/** Checks whether a private service was unbilled at the end of a day. */
function isUnbilledOn({ services, rawRows }: Snapshot, i: number, day: number): boolean {
  const { rowState, columns } = rawRows.tables.rechnung;
  const invoice = services.rechnung[i]!;
  const isBilled = services.status[i] === BILLED;
  const invoiceDay =
    invoice >= 0 && rowState[invoice] === LIVE ? columns['datum']![invoice]! : EMPTY;
  // No invoice gives the billing day: then it counts as billed on every day.
  if (invoiceDay === EMPTY) return !isBilled;
  if (invoiceDay > day) return true;
  const stornoAm = columns['stornoAm']![invoice]!;
  return !isBilled && stornoAm !== EMPTY && stornoAm <= day;
}
/** Iterates over the chosen private services of the span that were unbilled at the end of a day. */
export function forEachUnbilledOn(a: Selection, day: number, visit: (i: number) => void): void {
  const { snapshot } = a;
  const { services } = snapshot;
  // Most are billed on their own day and never reversed: those are unbilled on no day.
  const candidateServices = serviceRowSet(
    snapshot,
    'je unberechnet',
    (i) =>
      services.traeger[i] !== PAYER.GKV &&
      (isUnbilledOn(snapshot, i, services.day[i]!) || isUnbilledOn(snapshot, i, snapshot.today)),
  );
  forEachServiceIn(a, candidateServices, (i) => {
    if (isUnbilledOn(snapshot, i, day)) visit(i);
  });
}

const status = (word: (typeof HKP_STATUS)[number]): number => HKP_STATUS.indexOf(word);
const AT_EXPERT = status('BEI_GUTACHTER');
const ALTERNATIVE = status('ALTERNATIVE');
/** Dates that end the open time of a plan, regardless of its outcome. */
const END_DATES = [
  'genehmigtAm',
  'terminAm',
  'begonnenAm',
  'eingegliedertAm',
  'abgerechnetAm',
  'verworfenAm',
];
/**
 * Further dates that end it in some states: an answer of the insurance, or the patient's decision
 * where it is the last step.
 */
const END_DATE_BY_STATUS: Readonly<Record<number, string>> = {
  [status('ABGELEHNT')]: 'beantwortetAm',
  [status('SOFORT')]: 'angenommenAm',
  [status('ANGENOMMEN_OHNE_KASSE')]: 'angenommenAm',
};
/** Plans from the draft to the expert review are open. */
export const isOpen = (of: number): boolean => of >= 0 && of <= AT_EXPERT;

/**
 * For each plan the day from which it is closed: NEVER while it is open, EMPTY where no date is
 * known.
 */
function openUntil(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'hkp offen bis', () => {
    const { count, columns } = snapshot.rawRows.tables.hkp;
    const ends = new Int32Array(count).fill(EMPTY);
    for (const at of snapshot.live.hkp) {
      const statusOf = columns['status']![at]!;
      if (isOpen(statusOf)) ends[at] = NEVER;
      if (isOpen(statusOf) || statusOf === ALTERNATIVE) continue;
      let first = NEVER;
      for (const name of [...END_DATES, END_DATE_BY_STATUS[statusOf] ?? '']) {
        const day = columns[name]?.[at] ?? EMPTY;
        if (day !== EMPTY && day < first) first = day;
      }
      // It is closed today, so a future day cannot be the end.
      if (first !== NEVER) ends[at] = Math.min(first, snapshot.today);
    }
    return ends;
  });
}
/** Iterates over the plans that were open at the end of a day. */
export function forEachOpenPlanOn(
  snapshot: Snapshot,
  day: number,
  visit: (at: number) => void,
): void {
  const { rows, days: made } = plansByDay(snapshot);
  const ends = openUntil(snapshot);
  const to = lowerBound(made, day + 1);
  for (let k = 0; k < to; k += 1) {
    const at = rows[k]!;
    if (ends[at] !== EMPTY && ends[at]! > day) visit(at);
  }
}
/**
 * Checks whether a plan existed at the end of a past day without a date that ends its open time.
 */
function isOpenUnknown(snapshot: Snapshot, at: number, day: number): boolean {
  const { columns } = snapshot.rawRows.tables.hkp;
  if (day >= snapshot.today || columns['status']![at] === ALTERNATIVE) return false;
  return columns['erstelltAm']![at]! <= day && openUntil(snapshot)[at] === EMPTY;
}
/**
 * Notes on gaps in the plans of a period: too recent, partly as of today, or without a known end.
 */
export function planHints(a: Selection): string[] {
  const { snapshot, cutoffDate } = a;
  const hasUnknown = snapshot.live.hkp.some(
    (at) => isOpenUnknown(snapshot, at, cutoffDate) && matchesPlan(a, 'hkp', at),
  );
  return [
    ...(plusMonths(a.to, 6) > snapshot.today ? ['nochNichtReif'] : []),
    ...(cutoffDate < snapshot.today ? ['planStandHeute'] : []),
    ...(hasUnknown ? ['planOhneDatum'] : []),
  ];
}
