// Walks that several key figures share: cases, active patients, positions by number, plans in a span.

import { TERMIN_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import {
  alleZeilen,
  imZeitraum,
  jedeL,
  jedeStelleL,
  nurPersonen,
  passtP,
  passtPlan,
  trifftTag,
  type Auswahl,
} from '../snapshot/selection.ts';
import { BEREICH, S, SYSTEM, type Bild } from '../snapshot/snapshot.ts';
import { LEER, periodeVon, plusMonate, quartalVon } from '../snapshot/calendar.ts';
import { abStelle, gewaehlt, gruppiert, mitMarken } from '../snapshot/tables/sort-rows.ts';
import {
  einmal,
  fallBeginne,
  fallLeistungen,
  plaeneNachTag,
  stellenL,
  type Stellen,
} from './row-index.ts';

const marken = new WeakMap<Bild, Map<string, Uint8Array>>();
/** Which position numbers a pattern means, by their place. */
export function nummernMit(bild: Bild, pattern: RegExp): Uint8Array {
  const known = marken.get(bild) ?? new Map<string, Uint8Array>();
  marken.set(bild, known);
  let marks = known.get(pattern.source);
  if (!marks)
    known.set(
      pattern.source,
      (marks = Uint8Array.from(bild.L.nummern.liste, (word) => (pattern.test(word) ? 1 : 0))),
    );
  return marks;
}
/** Services of a fee schedule whose number a pattern means. */
export function istPosition(bild: Bild, system: number, pattern: RegExp): (i: number) => boolean {
  const marks = nummernMit(bild, pattern),
    { L } = bild;
  return (i) => L.system[i] === system && L.nr[i]! >= 0 && marks[L.nr[i]!] === 1;
}
/** Services of a fee schedule whose number a pattern means, as a list. */
export const positionen = (bild: Bild, system: number, pattern: RegExp): Stellen =>
  stellenL(bild, `${system} ${pattern.source}`, istPosition(bild, system, pattern), () =>
    gesuchte(bild, system, nummernMit(bild, pattern), KEIN_BEREICH),
  );
export const pzrStellen = (bild: Bild): Stellen =>
  stellenL(bild, 'pzr', istPzr(bild), () =>
    gesuchte(bild, SYSTEM.GOZ, nummernMit(bild, /^1040$/), BEREICH.PZR),
  );
const KEIN_BEREICH = -2;
/** Services of a fee schedule with a marked number, and those of an area. */
function gesuchte(
  { L: { n, system, nr, bereich } }: Bild,
  wanted: number,
  marks: Uint8Array,
  area: number,
): Int32Array {
  const found = new Int32Array(n);
  let many = 0;
  for (let i = 0; i < n; i += 1) {
    const at = nr[i]!;
    if ((at >= 0 && marks[at] === 1 && system[i] === wanted) || bereich[i] === area)
      found[many++] = i;
  }
  return found.slice(0, many);
}
export const uptStellen = (bild: Bild): Stellen => positionen(bild, SYSTEM.BEMA, /^UPT/);
export const istPzr = (bild: Bild): ((i: number) => boolean) => {
  const goz = istPosition(bild, SYSTEM.GOZ, /^1040$/);
  return (i) => bild.L.bereich[i] === BEREICH.PZR || goz(i);
};
/** Days of services of the UPT by patient, each patient's in their order. */
export function uptTage(bild: Bild): { from: Int32Array; tage: Int32Array } {
  return einmal(bild, 'uptTage', () => {
    const { rows, tag } = uptStellen(bild),
      { from, rows: places } = gruppiert(
        gewaehlt(bild.L.pat, rows),
        bild.roh.tabellen.patient.anzahl,
      );
    return { from, tage: gewaehlt(tag, places) };
  });
}

/** Calls back once with each patient and quarter that has a service of KCH at the expense of the statutory insurance. */
export function jederFall(a: Auswahl, visit: (pat: number, i: number) => void): void {
  const { L, roh } = a.bild,
    last = new Int32Array(roh.tabellen.patient.anzahl).fill(LEER);
  const first = (of: Auswahl): void => {
    let tag = LEER,
      quartal = 0;
    jedeStelleL(of, fallLeistungen(a.bild), (i) => {
      const p = L.pat[i]!;
      if (L.tag[i] !== tag) {
        tag = L.tag[i]!;
        quartal = quartalVon(tag);
      }
      if (last[p] !== quartal) {
        last[p] = quartal;
        visit(p, i);
      }
    });
  };
  if (!alleZeilen(a)) {
    first(a);
    return;
  }
  // Of whole quarters the first one is known; the span may begin within one.
  const { bis: end } = periodeVon(a.von, 'QUARTAL');
  first(imZeitraum(a, a.von, Math.min(a.bis, end)));
  if (a.bis > end)
    jedeStelleL(imZeitraum(a, end + 1, a.bis), fallBeginne(a.bild), (i) => {
      visit(L.pat[i]!, i);
    });
}

const AKTIV_MONATE = 24;
/** Marks patients with a chosen service in the two years up to a day, by their place, while `work` runs. */
export function mitAktiven<T>(a: Auswahl, bis: number, work: (marks: Uint8Array) => T): T {
  return mitMarken([a.bild.roh.tabellen.patient.anzahl], (marks) => {
    markiereAktive(a, bis, marks);
    return work(marks);
  });
}
/** Calls back with each of them. */
export const jederAktive = (a: Auswahl, bis: number, visit: (pat: number) => void): void => {
  mitAktiven(a, bis, (marks) => {
    jederMarkierte(marks, visit);
  });
};
function markiereAktive(a: Auswahl, bis: number, marks: Uint8Array): void {
  const { L, B } = a.bild,
    after = plusMonate(bis, -AKTIV_MONATE);
  if (nurPersonen(a)) {
    const { from, tag, hatLeistung } = B;
    // A patient's visits by day: from the last one back, the first that counts is enough.
    for (let p = 0; p < marks.length; p += 1)
      if (passtP(a, p))
        for (let b = from[p + 1]! - 1; b >= from[p]! && tag[b]! > after; b -= 1)
          if (tag[b]! <= bis && hatLeistung[b] === 1 && trifftTag(a, tag[b]!)) {
            marks[p] = 1;
            break;
          }
    return;
  }
  jedeL(imZeitraum(a, after + 1, bis), (i) => {
    if (L.pat[i]! >= 0) marks[L.pat[i]!] = 1;
  });
}
/** Calls back with each marked place. */
export function jederMarkierte(marks: Uint8Array, visit: (at: number) => void): void {
  for (let at = 0; at < marks.length; at += 1) if (marks[at] === 1) visit(at);
}

/** Marks of states by their place in TERMIN_STATUS; a place outside has none. */
const staende = (...places: readonly number[]): Uint8Array => {
  const marks = new Uint8Array(TERMIN_STATUS.length);
  for (const at of places) marks[at] = 1;
  return marks;
};
const GEPLANT = staende(S.GEPLANT, S.BESTAETIGT, S.EINGETROFFEN, S.IM_ZIMMER),
  ABGESAGT = staende(S.ABGESAGT_PATIENT, S.ABGESAGT_PRAXIS, S.VERSCHOBEN),
  AUSGEFALLEN = staende(S.ABGESAGT_PATIENT, S.NICHT_ERSCHIENEN);
/** An appointment that is to come. */
export const istGeplant = (status: number): boolean => GEPLANT[status] === 1;
export const istAbgesagt = (status: number): boolean => ABGESAGT[status] === 1;
export const istAusgefallen = (status: number): boolean => AUSGEFALLEN[status] === 1;

/** Place of the first planned appointment of a patient from a day on, -1 without one. */
export function naechsterTermin(bild: Bild, pat: number, ab: number): number {
  const {
    tag,
    status,
    nachPatient: { from, rows },
  } = bild.T;
  let first = -1;
  // By day: few lie ahead, so they are looked at from the last one back.
  for (let g = from[pat + 1]! - 1; g >= from[pat]! && tag[rows[g]!]! >= ab; g -= 1)
    if (istGeplant(status[rows[g]!]!)) first = rows[g]!;
  return first;
}
const NAECHSTE = 8;
/** The same of every patient at once, for who asks about many; the days last asked for are kept. */
export function naechsteTermine(bild: Bild, ab: number): Int32Array {
  const days = einmal(bild, 'naechste', () => new Map<number, Int32Array>()),
    known = days.get(ab);
  if (known) return known;
  const { tag, pat, status } = bild.T,
    made = new Int32Array(bild.roh.tabellen.patient.anzahl).fill(-1);
  for (let i = tag.length - 1; i >= 0 && tag[i]! >= ab; i -= 1)
    if (pat[i]! >= 0 && istGeplant(status[i]!)) made[pat[i]!] = i;
  if (days.size >= NAECHSTE) days.delete(days.keys().next().value!);
  days.set(ab, made);
  return made;
}
/** Whether a patient kept an appointment within a span. */
export function warDa(bild: Bild, pat: number, von: number, bis: number): boolean {
  const {
    tag,
    status,
    nachPatient: { from, rows },
  } = bild.T;
  for (let g = from[pat + 1]! - 1; g >= from[pat]! && tag[rows[g]!]! >= von; g -= 1)
    if (tag[rows[g]!]! <= bis && status[rows[g]!] === S.WAHRGENOMMEN) return true;
  return false;
}
/** Visit of a patient on a day, -1 without one. */
export function besuchAm(bild: Bild, pat: number, tag: number): number {
  const { B } = bild,
    from = B.from[pat]!,
    to = B.from[pat + 1]!,
    at = from + abStelle(B.tag.subarray(from, to), tag);
  return at < to && B.tag[at] === tag ? at : -1;
}

/** Calls back with each chosen plan that was made in the span, with its patient (-1: nobody). Alternatives are no plans of their own. */
export function jederNeuePlan(a: Auswahl, visit: (at: number, pat: number) => void): void {
  const { patid, status } = a.bild.roh.tabellen.hkp.spalten,
    { rows, tag } = plaeneNachTag(a.bild),
    bis = abStelle(tag, a.bis + 1);
  for (let k = abStelle(tag, a.von); k < bis; k += 1) {
    const at = rows[k]!,
      pat = patid![at]!;
    if (status![at] !== ALTERNATIVE && passtPlan(a, 'hkp', at))
      visit(at, pat < 0 ? -1 : a.bild.akte[pat]!);
  }
}
/** Place of a status in HKP_STATUS. */
const ALTERNATIVE = 13;

const angefasst = new WeakMap<Bild, Uint8Array>();
/** Plans of which something was scheduled or done: by their own dates, by an appointment or by a service. */
export function angegangenePlaene(bild: Bild): Uint8Array {
  let marks = angefasst.get(bild);
  if (marks) return marks;
  const { T, L, roh } = bild,
    c = roh.tabellen.hkp.spalten;
  marks = new Uint8Array(roh.tabellen.hkp.anzahl);
  for (let i = 0; i < T.n; i += 1)
    if (T.hkp[i]! >= 0 && (istGeplant(T.status[i]!) || T.status[i] === S.WAHRGENOMMEN))
      marks[T.hkp[i]!] = 1;
  for (let i = 0; i < L.n; i += 1) if (L.hkp[i]! >= 0) marks[L.hkp[i]!] = 1;
  for (const at of bild.lebende.hkp)
    if (c['terminAm']![at] !== LEER || c['begonnenAm']![at] !== LEER) marks[at] = 1;
  angefasst.set(bild, marks);
  return marks;
}
export const centsVon = (value: number): number => (Number.isNaN(value) ? 0 : value);
