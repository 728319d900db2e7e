// What was true at the end of a day, told by the days that rows carry: unbilled services and open plans.

import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import { forEachServiceIn, matchesPlan, type Selection } from '../snapshot/selection.ts';
import { PAYER, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { memoise, plansByDay, serviceRowSet } from './row-index.ts';

/** A day after every other one. */
const NEVER = 2_147_483_647;
const BILLED = 2;

/** Whether nobody had billed a private service at the end of a day. */
function isUnbilledOn({ L, rawRows }: Snapshot, i: number, tag: number): boolean {
  const { rowState, spalten } = rawRows.tables.rechnung;
  const rechnung = L.rechnung[i]!;
  const isBilled = L.status[i] === BILLED;
  const datum = rechnung >= 0 && rowState[rechnung] === LIVE ? spalten['datum']![rechnung]! : EMPTY;
  // No invoice says since when it was billed: then it counts as billed on every day.
  if (datum === EMPTY) return !isBilled;
  if (datum > tag) return true;
  const stornoAm = spalten['stornoAm']![rechnung]!;
  return !isBilled && stornoAm !== EMPTY && stornoAm <= tag;
}
/** Calls back with each chosen private service of the span that nobody had billed at the end of a day. */
export function forEachUnbilledOn(a: Selection, tag: number, visit: (i: number) => void): void {
  const { snapshot } = a;
  const { L } = snapshot;
  // Most are billed on their own day and never taken back: those are on no day unbilled.
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
/** Days that end the time in which a plan is open, whatever became of it. */
const END_DATES = [
  'genehmigtAm',
  'terminAm',
  'begonnenAm',
  'eingegliedertAm',
  'abgerechnetAm',
  'verworfenAm',
];
/** What else ends it in some states: an answer of the insurance, or the patient's word where it is the last. */
const END_DATE_BY_STATUS: Readonly<Record<number, string>> = {
  [status('ABGELEHNT')]: 'beantwortetAm',
  [status('SOFORT')]: 'angenommenAm',
  [status('ANGENOMMEN_OHNE_KASSE')]: 'angenommenAm',
};
/** Plans from the draft to the expert's desk are open. */
export const isOpen = (of: number): boolean => of >= 0 && of <= AT_EXPERT;

/** Of each plan the day from which on it is not open any more: NIE while it is, LEER where no date says it. */
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
      // It is not open today, so a day that is to come cannot be the end.
      if (first !== NEVER) ends[at] = Math.min(first, snapshot.heute);
    }
    return ends;
  });
}
/** Calls back with each plan that was open at the end of a day. */
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
/** Whether a plan was made by the end of a past day and no date says until when it was open. */
function isOpenUnknown(snapshot: Snapshot, at: number, tag: number): boolean {
  const { spalten } = snapshot.rawRows.tables.hkp;
  if (tag >= snapshot.heute || spalten['status']![at] === ALTERNATIVE) return false;
  return spalten['erstelltAm']![at]! <= tag && openUntil(snapshot)[at] === EMPTY;
}
/** What plans of a period do not say: too young, which part is of today, and that no date tells the end of some. */
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
