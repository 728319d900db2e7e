// State at the end of a day, derived from the dates of rows: unbilled services and open plans.

import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import { forEachServiceIn, matchesPlan, type Selection } from '../snapshot/selection.ts';
import { PAYER, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { memoise, plansByDay, serviceRowSet } from './row-index.ts';

/** A day later than any other. */
const NEVER = 2_147_483_647;
const BILLED = 2;

/** Checks whether a private service was unbilled at the end of a day. */
function isUnbilledOn({ L, rawRows }: Snapshot, i: number, tag: number): boolean {
  const { rowState, spalten } = rawRows.tables.rechnung;
  const rechnung = L.rechnung[i]!;
  const isBilled = L.status[i] === BILLED;
  const datum = rechnung >= 0 && rowState[rechnung] === LIVE ? spalten['datum']![rechnung]! : EMPTY;
  // No invoice gives the billing day: then it counts as billed on every day.
  if (datum === EMPTY) return !isBilled;
  if (datum > tag) return true;
  const stornoAm = spalten['stornoAm']![rechnung]!;
  return !isBilled && stornoAm !== EMPTY && stornoAm <= tag;
}
/** Iterates over the chosen private services of the span that were unbilled at the end of a day. */
export function forEachUnbilledOn(a: Selection, tag: number, visit: (i: number) => void): void {
  const { snapshot } = a;
  const { L } = snapshot;
  // Most are billed on their own day and never reversed: those are unbilled on no day.
  const candidateServices = serviceRowSet(
    snapshot,
    'je unberechnet',
    (i) =>
      L.traeger[i] !== PAYER.GKV &&
      (isUnbilledOn(snapshot, i, L.tag[i]!) || isUnbilledOn(snapshot, i, snapshot.heute)),
  );
  forEachServiceIn(a, candidateServices, (i) => {
    if (isUnbilledOn(snapshot, i, tag)) visit(i);
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
 * For each plan the day from which it is closed: NIE while it is open, LEER where no date is known.
 */
function openUntil(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'hkp offen bis', () => {
    const { anzahl, spalten } = snapshot.rawRows.tables.hkp;
    const ends = new Int32Array(anzahl).fill(EMPTY);
    for (const at of snapshot.live.hkp) {
      const stand = spalten['status']![at]!;
      if (isOpen(stand)) ends[at] = NEVER;
      if (isOpen(stand) || stand === ALTERNATIVE) continue;
      let first = NEVER;
      for (const name of [...END_DATES, END_DATE_BY_STATUS[stand] ?? '']) {
        const day = spalten[name]?.[at] ?? EMPTY;
        if (day !== EMPTY && day < first) first = day;
      }
      // It is closed today, so a future day cannot be the end.
      if (first !== NEVER) ends[at] = Math.min(first, snapshot.heute);
    }
    return ends;
  });
}
/** Iterates over the plans that were open at the end of a day. */
export function forEachOpenPlanOn(
  snapshot: Snapshot,
  tag: number,
  visit: (at: number) => void,
): void {
  const { rows, tag: made } = plansByDay(snapshot);
  const ends = openUntil(snapshot);
  const to = lowerBound(made, tag + 1);
  for (let k = 0; k < to; k += 1) {
    const at = rows[k]!;
    if (ends[at] !== EMPTY && ends[at]! > tag) visit(at);
  }
}
/**
 * Checks whether a plan existed at the end of a past day without a date that ends its open time.
 */
function isOpenUnknown(snapshot: Snapshot, at: number, tag: number): boolean {
  const { spalten } = snapshot.rawRows.tables.hkp;
  if (tag >= snapshot.heute || spalten['status']![at] === ALTERNATIVE) return false;
  return spalten['erstelltAm']![at]! <= tag && openUntil(snapshot)[at] === EMPTY;
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
    ...(plusMonths(a.bis, 6) > snapshot.heute ? ['nochNichtReif'] : []),
    ...(cutoffDate < snapshot.heute ? ['planStandHeute'] : []),
    ...(hasUnknown ? ['planOhneDatum'] : []),
  ];
}
