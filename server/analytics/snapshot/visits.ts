// Visits: a patient and a day with a service or an appointment kept; they also say which appointment a service belongs to, and what became of appointments without a state, or left open.

import type { Leistungen, Termine } from './snapshot.ts';
import { gleichBis, verschiebung, type Strecken, type Wechsel } from './tables/merge-rows.ts';
import { abStelle } from './tables/sort-rows.ts';
import type { Rohdaten } from './tables/raw-tables.ts';
import { TERMIN_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';

/** By patient, each patient's by day: those of patient `p` are the places `from[p]` up to before `from[p + 1]`. */
export interface Besuche {
  n: number;
  tag: Int32Array;
  pat: Int32Array;
  from: Int32Array;
  hatLeistung: Uint8Array;
  hatTermin: Uint8Array;
}

const status = (word: (typeof TERMIN_STATUS)[number]): number => TERMIN_STATUS.indexOf(word);
const GEPLANT = status('GEPLANT'),
  WAHRGENOMMEN = status('WAHRGENOMMEN'),
  NICHT_ERSCHIENEN = status('NICHT_ERSCHIENEN');

export interface Gebaut {
  B: Besuche;
  /** The appointment kept that day, by service. */ gehalten: Int32Array;
  lBesuch: Int32Array;
  tBesuch: Int32Array;
  /** State of each appointment. */ status: Int8Array;
}
type LZeilen = Omit<Leistungen, 'termin' | 'terminart' | 'stichwort' | 'besuch'>;
type TZeilen = Omit<Termine, 'besuch'>;

/** Writes the visits of a patient into `tag`, `hatL`, `hatT`, which begin at visit `erster`. Fills in the state of appointments where it was not delivered: a past one with a service of that day was kept, one without was missed. Many programs never close an appointment: one that was left open on a past day was kept as well where a service of that day says so. */
function besucheVon(
  p: number,
  L: LZeilen,
  T: TZeilen,
  heute: number,
  erster: number,
  { gehalten, lBesuch, tBesuch, status }: Omit<Gebaut, 'B'>,
  tag: number[],
  hatL: number[],
  hatT: number[],
): void {
  let l = L.nachPatient.from[p]!,
    t = T.nachPatient.from[p]!;
  const lEnde = L.nachPatient.from[p + 1]!,
    tEnde = T.nachPatient.from[p + 1]!;
  while (l < lEnde || t < tEnde) {
    const lTag = l < lEnde ? L.tag[L.nachPatient.rows[l]!]! : Infinity,
      tTag = t < tEnde ? T.tag[T.nachPatient.rows[t]!]! : Infinity,
      day = Math.min(lTag, tTag),
      besuch = erster + tag.length;
    const hatLeistung = lTag === day;
    let kept = -1;
    for (; t < tEnde && T.tag[T.nachPatient.rows[t]!] === day; t += 1) {
      const i = T.nachPatient.rows[t]!;
      if (T.status[i]! < 0)
        status[i] =
          hatLeistung && day <= heute ? WAHRGENOMMEN : day < heute ? NICHT_ERSCHIENEN : GEPLANT;
      else if (hatLeistung && day < heute && T.status[i]! < WAHRGENOMMEN) status[i] = WAHRGENOMMEN;
      if (status[i] === WAHRGENOMMEN) {
        tBesuch[i] = besuch;
        if (kept < 0) kept = i;
      }
    }
    for (; l < lEnde && L.tag[L.nachPatient.rows[l]!] === day; l += 1) {
      const i = L.nachPatient.rows[l]!;
      lBesuch[i] = besuch;
      gehalten[i] = kept;
    }
    if (!hatLeistung && kept < 0) continue;
    tag.push(day);
    hatL.push(hatLeistung ? 1 : 0);
    hatT.push(kept >= 0 ? 1 : 0);
  }
}
/** All visits. `T.status` is as it was delivered. */
export function baueBesuche(L: LZeilen, T: TZeilen, patienten: number, heute: number): Gebaut {
  const from = new Int32Array(patienten + 1),
    tag: number[] = [],
    hatL: number[] = [],
    hatT: number[] = [];
  const into = {
    lBesuch: new Int32Array(L.n).fill(-1),
    tBesuch: new Int32Array(T.n).fill(-1),
    gehalten: new Int32Array(L.n).fill(-1),
    status: T.status.slice(),
  };
  for (let p = 0; p < patienten; p += 1) {
    from[p] = tag.length;
    besucheVon(p, L, T, heute, 0, into, tag, hatL, hatT);
  }
  from[patienten] = tag.length;
  const pat = new Int32Array(tag.length);
  for (let p = 0; p < patienten; p += 1) pat.fill(p, from[p], from[p + 1]);
  return {
    ...into,
    B: {
      n: tag.length,
      tag: Int32Array.from(tag),
      pat,
      from,
      hatLeistung: Uint8Array.from(hatL),
      hatTermin: Uint8Array.from(hatT),
    },
  };
}
/**
 * The same from the last ones, where the rows of some patients changed.
 * @param betroffen patients of whom a row came, left or changed; `sL`, `sT`: where the rows of the last tables lie now
 */
export function folgeBesuche(
  vor: Gebaut,
  L: LZeilen,
  T: TZeilen,
  patienten: number,
  heute: number,
  betroffen: ReadonlySet<number>,
  sL: Strecken,
  sT: Strecken,
  raum: Wechsel,
): Gebaut {
  const from = new Int32Array(patienten + 1),
    alt = vor.B.from,
    bisher = alt.length - 1,
    order = [...betroffen].sort((a, b) => a - b),
    by = new Int32Array(patienten);
  const into = {
    lBesuch: raum.leer('lBesuch', L.n),
    tBesuch: raum.leer('tBesuch', T.n),
    gehalten: raum.leer('gehalten', L.n),
    status: raum.wie('status', T.status),
  };
  // Counted first: a visit's number depends on how many stand before it.
  const own = new Map(
    order.map((p) => {
      const tag: number[] = [],
        hatL: number[] = [],
        hatT: number[] = [];
      besucheVon(p, L, T, heute, 0, into, tag, hatL, hatT);
      return [p, { tag, hatL, hatT }];
    }),
  );
  for (let p = 0; p < patienten; p += 1) {
    from[p + 1] = from[p]! + (own.get(p)?.tag.length ?? (p < bisher ? alt[p + 1]! - alt[p]! : 0));
    by[p] = p < bisher ? from[p]! - alt[p]! : 0;
  }
  const n = from[patienten]!,
    B: Besuche = {
      n,
      tag: raum.nimm('tag', Int32Array, n),
      pat: raum.nimm('pat', Int32Array, n),
      from,
      hatLeistung: raum.nimm('hatLeistung', Uint8Array, n),
      hatTermin: raum.nimm('hatTermin', Uint8Array, n),
    };
  let next = 0;
  const bis = (p: number): void => {
    const a = Math.min(next, bisher),
      z = Math.min(p, bisher);
    if (alt[a]! < alt[z]!)
      for (const name of ['tag', 'pat', 'hatLeistung', 'hatTermin'] as const)
        B[name].set(vor.B[name].subarray(alt[a], alt[z]), from[a]);
  };
  for (const p of order) {
    bis(p);
    next = p + 1;
    const { tag, hatL, hatT } = own.get(p)!;
    B.tag.set(tag, from[p]);
    B.hatLeistung.set(hatL, from[p]);
    B.hatTermin.set(hatT, from[p]);
    B.pat.fill(p, from[p], from[p + 1]);
  }
  bis(patienten);
  const platzT = verschiebung(sT),
    bleibtT = gleichBis(sT);
  let at = 0;
  for (const [of, a, z] of sL) {
    if (of === 0)
      for (let i = a; i < z; i += 1) {
        const k = at + i - a,
          besuch = vor.lBesuch[i]!,
          t = vor.gehalten[i]!;
        if (besuch >= 0) into.lBesuch[k] = besuch + by[L.pat[k]!]!;
        into.gehalten[k] = t < bleibtT ? t : platzT(t);
      }
    at += z - a;
  }
  at = 0;
  for (const [of, a, z] of sT) {
    if (of === 0) {
      into.status.set(vor.status.subarray(a, z), at);
      for (let i = a; i < z; i += 1) {
        const k = at + i - a,
          besuch = vor.tBesuch[i]!;
        if (besuch >= 0) into.tBesuch[k] = besuch + by[T.pat[k]!]!;
      }
    }
    at += z - a;
  }
  // Those that are worked out anew last: what stood of them is written over.
  for (const p of order) {
    for (let g = L.nachPatient.from[p]!; g < L.nachPatient.from[p + 1]!; g += 1) {
      const i = L.nachPatient.rows[g]!;
      into.lBesuch[i] = -1;
      into.gehalten[i] = -1;
    }
    for (let g = T.nachPatient.from[p]!; g < T.nachPatient.from[p + 1]!; g += 1) {
      const i = T.nachPatient.rows[g]!;
      into.tBesuch[i] = -1;
      into.status[i] = T.status[i]!;
    }
    besucheVon(p, L, T, heute, from[p]!, into, [], [], []);
  }
  return { ...into, B };
}

/** Appointment, kind and room of services: of the appointment they name, else of the one kept that day. Appointments of nobody keep no state open either. @param stelle place of each appointment by its raw row, -1 where it does not stand */
export function vomTermin(
  roh: Rohdaten,
  L: LZeilen,
  T: TZeilen,
  gehalten: Int32Array,
  stelle: Int32Array,
  raum: Wechsel,
): { termin: Int32Array; terminart: Int32Array; stichwort: Int8Array; zimmer: Int32Array } {
  const genannt = roh.tabellen.leistung.spalten['terminId']!,
    termin = raum.wie('termin', gehalten),
    terminart = raum.leer('terminart', L.n),
    stichwort = raum.nimm('stichwort', Int8Array, L.n).fill(-1),
    zimmer = raum.wie('zimmer', L.zimmer);
  for (let i = 0; i < L.n; i += 1) {
    const said = genannt[L.roh[i]!]!;
    if (said >= 0 && stelle[said]! >= 0) termin[i] = stelle[said]!;
    const t = termin[i]!;
    if (t < 0) continue;
    terminart[i] = T.terminart[t]!;
    stichwort[i] = T.stichwort[t]!;
    if (zimmer[i]! < 0) zimmer[i] = T.zimmer[t]!;
  }
  return { termin, terminart, stichwort, zimmer };
}

/** Place of the last visit of a patient up to a day, -1 without one. */
export function letzterBesuch(B: Besuche, p: number, bis: number): number {
  const von = B.from[p]!,
    ende = B.from[p + 1]!;
  const at = von + abStelle(B.tag.subarray(von, ende), bis + 1) - 1;
  return at >= von ? at : -1;
}
