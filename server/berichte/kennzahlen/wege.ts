// Walks that several key figures share: cases, active patients, positions by number, plans in a span.

import { jedeL, passtPlan, type Auswahl, imZeitraum } from '../auswahl.ts';
import { BEREICH, S, SYSTEM, TRAEGER, type Bild } from '../bild.ts';
import { LEER, plusMonate, quartalVon } from '../kalender.ts';
import { abStelle } from '../reihen.ts';

const marken = new WeakMap<Bild, Map<string, Uint8Array>>();
/** Which position numbers a pattern means, by their place. */
export function nummernMit(bild: Bild, pattern: RegExp): Uint8Array {
  const known = marken.get(bild) ?? new Map<string, Uint8Array>();
  marken.set(bild, known);
  let marks = known.get(pattern.source);
  if (!marks) known.set(pattern.source, marks = Uint8Array.from(bild.L.nummern.liste, word => (pattern.test(word) ? 1 : 0)));
  return marks;
}
/** Services of a fee schedule whose number a pattern means. */
export function istPosition(bild: Bild, system: number, pattern: RegExp): (i: number) => boolean {
  const marks = nummernMit(bild, pattern), { L } = bild;
  return i => L.system[i] === system && L.nr[i]! >= 0 && marks[L.nr[i]!] === 1;
}
export const istPzr = (bild: Bild): ((i: number) => boolean) => { const goz = istPosition(bild, SYSTEM.GOZ, /^1040$/); return i => bild.L.bereich[i] === BEREICH.PZR || goz(i); };
export const istUpt = (bild: Bild): ((i: number) => boolean) => istPosition(bild, SYSTEM.BEMA, /^UPT/);

/** Calls back once with each patient and quarter that has a service of KCH at the expense of the statutory insurance. */
export function jederFall(a: Auswahl, visit: (pat: number, i: number) => void): void {
  const { L, roh } = a.bild, last = new Int32Array(roh.tabellen.patient.anzahl).fill(LEER);
  let tag = LEER, quartal = 0;
  jedeL(a, i => {
    const p = L.pat[i]!;
    if (L.system[i] !== SYSTEM.BEMA || L.bereich[i] !== BEREICH.KCH || L.traeger[i] !== TRAEGER.GKV || p < 0) return;
    if (L.tag[i] !== tag) { tag = L.tag[i]!; quartal = quartalVon(tag); }
    if (last[p] !== quartal) { last[p] = quartal; visit(p, i); }
  });
}

/** Patients with a chosen service in some months up to a day, by their place. */
export function aktive(a: Auswahl, bis: number, monate = 24): Uint8Array {
  const marks = new Uint8Array(a.bild.roh.tabellen.patient.anzahl), { L } = a.bild;
  jedeL(imZeitraum(a, plusMonate(bis, -monate) + 1, bis), i => { if (L.pat[i]! >= 0) marks[L.pat[i]!] = 1; });
  return marks;
}
/** Calls back with each marked place. */
export function jederMarkierte(marks: Uint8Array, visit: (at: number) => void): void {
  for (let at = 0; at < marks.length; at += 1) if (marks[at] === 1) visit(at);
}

const GEPLANT = new Set([S.GEPLANT, S.BESTAETIGT, S.EINGETROFFEN, S.IM_ZIMMER]);
/** An appointment that is to come. */
export const istGeplant = (status: number): boolean => GEPLANT.has(status);
export const istAbgesagt = (status: number): boolean => status === S.ABGESAGT_PATIENT || status === S.ABGESAGT_PRAXIS || status === S.VERSCHOBEN;
export const istAusgefallen = (status: number): boolean => status === S.ABGESAGT_PATIENT || status === S.NICHT_ERSCHIENEN;

/** Place of the first planned appointment of a patient from a day on, -1 without one. */
export function naechsterTermin(bild: Bild, pat: number, ab: number): number {
  const { T } = bild;
  for (let g = T.nachPatient.from[pat]!; g < T.nachPatient.from[pat + 1]!; g += 1) { const i = T.nachPatient.rows[g]!; if (T.tag[i]! >= ab && istGeplant(T.status[i]!)) return i; }
  return -1;
}
/** Whether a patient kept an appointment within a span. */
export function warDa(bild: Bild, pat: number, von: number, bis: number): boolean {
  const { T } = bild;
  for (let g = T.nachPatient.from[pat]!; g < T.nachPatient.from[pat + 1]!; g += 1) { const i = T.nachPatient.rows[g]!; if (T.tag[i]! >= von && T.tag[i]! <= bis && T.status[i] === S.WAHRGENOMMEN) return true; }
  return false;
}
/** Visit of a patient on a day, -1 without one. */
export function besuchAm(bild: Bild, pat: number, tag: number): number {
  const { B } = bild, from = B.from[pat]!, to = B.from[pat + 1]!, at = from + abStelle(B.tag.subarray(from, to), tag);
  return at < to && B.tag[at] === tag ? at : -1;
}

/** Calls back with each chosen plan that was made in the span, with its patient (-1: nobody). Alternatives are no plans of their own. */
export function jederNeuePlan(a: Auswahl, visit: (at: number, pat: number) => void): void {
  const c = a.bild.roh.tabellen.hkp.spalten;
  for (const at of a.bild.lebende.hkp) {
    const made = c['erstelltAm']![at]!, pat = c['patid']![at]!;
    if (made !== LEER && made >= a.von && made <= a.bis && c['status']![at] !== ALTERNATIVE && passtPlan(a, 'hkp', at)) visit(at, pat < 0 ? -1 : a.bild.akte[pat]!);
  }
}
/** Place of a status in HKP_STATUS. */
const ALTERNATIVE = 13;

const angefasst = new WeakMap<Bild, Uint8Array>();
/** Plans of which something was scheduled or done: by their own dates, by an appointment or by a service. */
export function angegangenePlaene(bild: Bild): Uint8Array {
  let marks = angefasst.get(bild);
  if (marks) return marks;
  const { T, L, roh } = bild, c = roh.tabellen.hkp.spalten;
  marks = new Uint8Array(roh.tabellen.hkp.anzahl);
  for (let i = 0; i < T.n; i += 1) if (T.hkp[i]! >= 0 && (istGeplant(T.status[i]!) || T.status[i] === S.WAHRGENOMMEN)) marks[T.hkp[i]!] = 1;
  for (let i = 0; i < L.n; i += 1) if (L.hkp[i]! >= 0) marks[L.hkp[i]!] = 1;
  for (const at of bild.lebende.hkp) if (c['terminAm']![at] !== LEER || c['begonnenAm']![at] !== LEER) marks[at] = 1;
  angefasst.set(bild, marks);
  return marks;
}
export const centsVon = (value: number): number => (Number.isNaN(value) ? 0 : value);
