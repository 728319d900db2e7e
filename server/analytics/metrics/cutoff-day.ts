// What was true at the end of a day, told by the days that rows carry: unbilled services and open plans.

import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import { jedeStelleL, passtPlan, type Auswahl } from '../snapshot/selection.ts';
import { TRAEGER, type Bild } from '../snapshot/snapshot.ts';
import { LEER, plusMonate } from '../snapshot/calendar.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';
import { LEBT } from '../snapshot/tables/column-table.ts';
import { einmal, plaeneNachTag, stellenL } from './row-index.ts';

/** A day after every other one. */
const NIE = 2_147_483_647;
const ABGERECHNET = 2;

/** Whether nobody had billed a private service at the end of a day. */
function istUnberechnetAm({ L, roh }: Bild, i: number, tag: number): boolean {
  const { zustand, spalten } = roh.tabellen.rechnung;
  const rechnung = L.rechnung[i]!;
  const isBilled = L.status[i] === ABGERECHNET;
  const datum = rechnung >= 0 && zustand[rechnung] === LEBT ? spalten['datum']![rechnung]! : LEER;
  // No invoice says since when it was billed: then it counts as billed on every day.
  if (datum === LEER) return !isBilled;
  if (datum > tag) return true;
  const stornoAm = spalten['stornoAm']![rechnung]!;
  return !isBilled && stornoAm !== LEER && stornoAm <= tag;
}
/** Calls back with each chosen private service of the span that nobody had billed at the end of a day. */
export function jedeUnberechneteAm(a: Auswahl, tag: number, visit: (i: number) => void): void {
  const { bild } = a;
  const { L } = bild;
  // Most are billed on their own day and never taken back: those are on no day unbilled.
  const kandidaten = stellenL(
    bild,
    'je unberechnet',
    (i) =>
      L.traeger[i] !== TRAEGER.GKV &&
      (istUnberechnetAm(bild, i, L.tag[i]!) || istUnberechnetAm(bild, i, bild.heute)),
  );
  jedeStelleL(a, kandidaten, (i) => {
    if (istUnberechnetAm(bild, i, tag)) visit(i);
  });
}

const status = (word: (typeof HKP_STATUS)[number]): number => HKP_STATUS.indexOf(word);
const GUTACHTER = status('BEI_GUTACHTER');
const ALTERNATIVE = status('ALTERNATIVE');
/** Days that end the time in which a plan is open, whatever became of it. */
const ENDE = [
  'genehmigtAm',
  'terminAm',
  'begonnenAm',
  'eingegliedertAm',
  'abgerechnetAm',
  'verworfenAm',
];
/** What else ends it in some states: an answer of the insurance, or the patient's word where it is the last. */
const ENDE_IM_STAND: Readonly<Record<number, string>> = {
  [status('ABGELEHNT')]: 'beantwortetAm',
  [status('SOFORT')]: 'angenommenAm',
  [status('ANGENOMMEN_OHNE_KASSE')]: 'angenommenAm',
};
/** Plans from the draft to the expert's desk are open. */
export const istOffen = (of: number): boolean => of >= 0 && of <= GUTACHTER;

/** Of each plan the day from which on it is not open any more: NIE while it is, LEER where no date says it. */
function offenBis(bild: Bild): Int32Array {
  return einmal(bild, 'hkp offen bis', () => {
    const { anzahl, spalten } = bild.roh.tabellen.hkp;
    const ends = new Int32Array(anzahl).fill(LEER);
    for (const at of bild.lebende.hkp) {
      const stand = spalten['status']![at]!;
      if (istOffen(stand)) ends[at] = NIE;
      if (istOffen(stand) || stand === ALTERNATIVE) continue;
      let first = NIE;
      for (const name of [...ENDE, ENDE_IM_STAND[stand] ?? '']) {
        const day = spalten[name]?.[at] ?? LEER;
        if (day !== LEER && day < first) first = day;
      }
      // It is not open today, so a day that is to come cannot be the end.
      if (first !== NIE) ends[at] = Math.min(first, bild.heute);
    }
    return ends;
  });
}
/** Calls back with each plan that was open at the end of a day. */
export function jederOffenePlanAm(bild: Bild, tag: number, visit: (at: number) => void): void {
  const { rows, tag: made } = plaeneNachTag(bild);
  const ends = offenBis(bild);
  const to = abStelle(made, tag + 1);
  for (let k = 0; k < to; k += 1) {
    const at = rows[k]!;
    if (ends[at] !== LEER && ends[at]! > tag) visit(at);
  }
}
/** Whether a plan was made by the end of a past day and no date says until when it was open. */
function istOffenUnbekannt(bild: Bild, at: number, tag: number): boolean {
  const { spalten } = bild.roh.tabellen.hkp;
  if (tag >= bild.heute || spalten['status']![at] === ALTERNATIVE) return false;
  return spalten['erstelltAm']![at]! <= tag && offenBis(bild)[at] === LEER;
}
/** What plans of a period do not say: too young, which part is of today, and that no date tells the end of some. */
export function hinweiseZuPlaenen(a: Auswahl): string[] {
  const { bild, stichtag } = a;
  const hasUnknown = bild.lebende.hkp.some(
    (at) => istOffenUnbekannt(bild, at, stichtag) && passtPlan(a, 'hkp', at),
  );
  return [
    ...(plusMonate(a.bis, 6) > bild.heute ? ['nochNichtReif'] : []),
    ...(stichtag < bild.heute ? ['planStandHeute'] : []),
    ...(hasUnknown ? ['planOhneDatum'] : []),
  ];
}
