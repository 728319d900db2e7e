// Visits: a patient and a day with a service or an appointment kept; they also say which appointment a service belongs to, and what became of appointments without a state.

import type { Leistungen, Termine } from './bild.ts';
import { abStelle } from './reihen.ts';
import type { Rohdaten } from './rohdaten.ts';
import { LEBT } from './tabelle.ts';
import { TERMIN_STATUS } from '../../shared/pvs.ts';

/** By patient, each patient's by day: those of patient `p` are the places `from[p]` up to before `from[p + 1]`. */
export interface Besuche { n: number; tag: Int32Array; pat: Int32Array; from: Int32Array; hatLeistung: Uint8Array; hatTermin: Uint8Array }

const status = (word: (typeof TERMIN_STATUS)[number]): number => TERMIN_STATUS.indexOf(word);
const GEPLANT = status('GEPLANT'), WAHRGENOMMEN = status('WAHRGENOMMEN'), NICHT_ERSCHIENEN = status('NICHT_ERSCHIENEN');

interface Gebaut { B: Besuche; termin: Int32Array; terminart: Int32Array; zimmer: Int32Array; lBesuch: Int32Array; tBesuch: Int32Array }

/** Also fills in `T.status` where it was not delivered: a past appointment with a service of that day was kept, one without was missed. */
export function baueBesuche(roh: Rohdaten, L: Omit<Leistungen, 'termin' | 'terminart' | 'besuch'>, T: Omit<Termine, 'besuch'>, heute: number): Gebaut {
  const patienten = roh.tabellen.patient.anzahl, from = new Int32Array(patienten + 1), tag: number[] = [], pat: number[] = [], hatL: number[] = [], hatT: number[] = [];
  const lBesuch = new Int32Array(L.n).fill(-1), tBesuch = new Int32Array(T.n).fill(-1), termin = new Int32Array(L.n).fill(-1);
  for (let p = 0; p < patienten; p += 1) {
    from[p] = tag.length;
    let l = L.nachPatient.from[p]!, t = T.nachPatient.from[p]!;
    const lEnde = L.nachPatient.from[p + 1]!, tEnde = T.nachPatient.from[p + 1]!;
    while (l < lEnde || t < tEnde) {
      const lTag = l < lEnde ? L.tag[L.nachPatient.rows[l]!]! : Infinity, tTag = t < tEnde ? T.tag[T.nachPatient.rows[t]!]! : Infinity, day = Math.min(lTag, tTag), besuch = tag.length;
      const hatLeistung = lTag === day;
      let gehalten = -1;
      for (; t < tEnde && T.tag[T.nachPatient.rows[t]!] === day; t += 1) {
        const i = T.nachPatient.rows[t]!;
        if (T.status[i]! < 0) T.status[i] = hatLeistung && day <= heute ? WAHRGENOMMEN : day < heute ? NICHT_ERSCHIENEN : GEPLANT;
        if (T.status[i] === WAHRGENOMMEN) { tBesuch[i] = besuch; if (gehalten < 0) gehalten = i; }
      }
      for (; l < lEnde && L.tag[L.nachPatient.rows[l]!] === day; l += 1) {
        const i = L.nachPatient.rows[l]!;
        lBesuch[i] = besuch;
        termin[i] = gehalten;
      }
      if (!hatLeistung && gehalten < 0) continue;
      tag.push(day); pat.push(p); hatL.push(hatLeistung ? 1 : 0); hatT.push(gehalten >= 0 ? 1 : 0);
    }
  }
  from[patienten] = tag.length;
  const { terminart, zimmer } = vomTermin(roh, L, T, termin);
  return { B: { n: tag.length, tag: Int32Array.from(tag), pat: Int32Array.from(pat), from, hatLeistung: Uint8Array.from(hatL), hatTermin: Uint8Array.from(hatT) }, termin, terminart, zimmer, lBesuch, tBesuch };
}

/** Kind and room of services: of the appointment they name, else of the one kept that day. Appointments of nobody keep no state open either. */
function vomTermin(roh: Rohdaten, L: Omit<Leistungen, 'termin' | 'terminart' | 'besuch'>, T: Omit<Termine, 'besuch'>, termin: Int32Array): { terminart: Int32Array; zimmer: Int32Array } {
  const genannt = roh.tabellen.leistung.spalten['terminId']!, lebt = roh.tabellen.termin.zustand, stelle = new Int32Array(roh.tabellen.termin.anzahl).fill(-1);
  for (let i = 0; i < T.n; i += 1) stelle[T.roh[i]!] = i;
  const terminart = new Int32Array(L.n).fill(-1), zimmer = L.zimmer.slice();
  for (let i = 0; i < L.n; i += 1) {
    const said = genannt[L.roh[i]!]!;
    if (said >= 0 && lebt[said] === LEBT && stelle[said]! >= 0) termin[i] = stelle[said]!;
    const t = termin[i]!;
    if (t < 0) continue;
    terminart[i] = T.terminart[t]!;
    if (zimmer[i]! < 0) zimmer[i] = T.zimmer[t]!;
  }
  return { terminart, zimmer };
}

/** Place of the last visit of a patient up to a day, -1 without one. */
export function letzterBesuch(B: Besuche, p: number, bis: number): number {
  const von = B.from[p]!, ende = B.from[p + 1]!;
  const at = von + abStelle(B.tag.subarray(von, ende), bis + 1) - 1;
  return at >= von ? at : -1;
}
