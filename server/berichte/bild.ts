// The image that reports read: counted rows sorted by day, with all that follows from other rows worked out once. Rebuilt as a whole from the delivered rows, so that it does not depend on how they came.

import { BEREICHE, GEBUEHREN, KOSTENTRAEGER, STANDARDGRUPPEN, TERMIN_STATUS, VERSICHERUNG } from '../../shared/pvs.ts';
import { bereichAus, normalNr } from './bereich.ts';
import { baueBesuche, type Besuche } from './besuche.ts';
import { berlinMinute, berlinTag, LEER } from './kalender.ts';
import { baueRechnungen, type Rechnungen } from './rechnungen.ts';
import { mische, streckenVon } from './mischen.ts';
import { geordnet, gewaehlt, gruppiert, type Gruppen } from './reihen.ts';
import type { Rohdaten } from './rohdaten.ts';
import { LEBT, type Woerter } from './tabelle.ts';

/** Services that count: not deleted, not cancelled, not only planned; sorted by day of treatment. Places of other tables are -1 where there is none. */
export interface Leistungen {
  n: number; roh: Int32Array; tag: Int32Array; pat: Int32Array; behandler: Int32Array; abrBehandler: Int32Array; zimmer: Int32Array; stempel: Int32Array; termin: Int32Array;
  /** Kind of the appointment of that day, place in `terminarten`. */
  terminart: Int32Array;
  system: Int8Array; nr: Int32Array; menge: Int32Array; punkte: Int32Array; faktor: Int32Array; hatGrund: Int8Array;
  honorar: Float64Array; material: Float64Array; eigenlabor: Float64Array; fremdlabor: Float64Array; betrag: Float64Array;
  bereich: Int8Array; traeger: Int8Array; versicherung: Int8Array; status: Int8Array; rechnung: Int32Array; hkp: Int32Array; besuch: Int32Array;
  nachPatient: Gruppen;
  /** Position numbers, each once, as they are compared. */
  nummern: Woerter;
}
/** Every appointment that was not deleted, sorted by its Berlin day. */
export interface Termine {
  n: number; roh: Int32Array; tag: Int32Array; minute: Int32Array; start: Float64Array; pat: Int32Array; behandler: Int32Array; zimmer: Int32Array; terminart: Int32Array; gruppe: Int8Array; dauer: Int32Array;
  /** Place in TERMIN_STATUS; worked out where it was not delivered. */
  status: Int8Array; versicherung: Int8Array; angelegt: Float64Array; absage: Float64Array; ankunft: Float64Array; beginn: Float64Array; ende: Float64Array; quelle: Int8Array; hkp: Int32Array; besuch: Int32Array;
  nachPatient: Gruppen;
}
/** Hours of work of kind BEHANDLUNG, sorted by day. `minuten` of the row, `zimmerMinuten` those that no earlier row of the same room and day covers. */
export interface Arbeitszeiten { n: number; roh: Int32Array; tag: Int32Array; behandler: Int32Array; zimmer: Int32Array; von: Int32Array; bis: Int32Array; minuten: Int32Array; zimmerMinuten: Int32Array }
export interface Bild {
  readonly roh: Rohdaten;
  /** Berlin's today when it was built; an appointment's missing state depends on it. */
  readonly heute: number;
  readonly L: Leistungen; readonly T: Termine; readonly A: Arbeitszeiten; readonly B: Besuche; readonly R: Rechnungen;
  /** Record that a record was merged into, itself where it was not. */
  readonly akte: Int32Array;
  /** Places of all true rows of the smaller tables, by id. */
  readonly lebende: Readonly<Record<'patient' | 'hkp' | 'parfall' | 'recall' | 'mitarbeiter' | 'fehlzeit' | 'behandler' | 'zimmer' | 'terminarten' | 'warteliste', Int32Array>>;
  /** Last day with a service or a kept appointment; LEER without any. */
  readonly datenBis: number;
}

export const S = Object.fromEntries(TERMIN_STATUS.map((word, at) => [word, at])) as Record<(typeof TERMIN_STATUS)[number], number>;
export const BEREICH = Object.fromEntries(BEREICHE.map((word, at) => [word, at])) as Record<(typeof BEREICHE)[number], number>;
export const TRAEGER = Object.fromEntries(KOSTENTRAEGER.map((word, at) => [word, at])) as Record<(typeof KOSTENTRAEGER)[number], number>;
export const VERS = Object.fromEntries(VERSICHERUNG.map((word, at) => [word, at])) as Record<(typeof VERSICHERUNG)[number], number>;
export const SYSTEM = Object.fromEntries(GEBUEHREN.map((word, at) => [word, at])) as Record<(typeof GEBUEHREN)[number], number>;
export const GRUPPE = Object.fromEntries(STANDARDGRUPPEN.map((word, at) => [word, at])) as Record<(typeof STANDARDGRUPPEN)[number], number>;
const LEISTUNG_GEPLANT = 0;

/** Follows merges to the record that is left; in a circle, or where the other record is gone, each stays itself. */
function aktenVon(roh: Rohdaten): Int32Array {
  const { anzahl, spalten, zustand } = roh.tabellen.patient, into = spalten['zusammengefuehrtIn']!, akte = new Int32Array(anzahl);
  const next = (at: number): number => (zustand[at] === LEBT && into[at]! >= 0 && zustand[into[at]!] === LEBT ? into[at]! : -1);
  for (let at = 0; at < anzahl; at += 1) {
    let end = at, steps = 0;
    for (let to = next(end); to >= 0 && steps < 100; to = next(end)) { end = to; steps += 1; }
    akte[at] = steps < 100 ? end : at;
  }
  return akte;
}

const i32 = (column: unknown): Int32Array => column as Int32Array;
const i8 = (column: unknown): Int8Array => column as Int8Array;
const f64 = (column: unknown): Float64Array => column as Float64Array;
const nullStattNan = (column: Float64Array): Float64Array => { for (let i = 0; i < column.length; i += 1) if (Number.isNaN(column[i])) column[i] = 0; return column; };

/** Raw services that count, of all or of some, by their day, those of one day as they lie. */
function zaehlendeL(roh: Rohdaten, only?: readonly number[]): Int32Array {
  const t = roh.tabellen.leistung, { zustand, spalten: c } = t, zaehlt: number[] = [], many = only?.length ?? t.anzahl;
  for (let k = 0; k < many; k += 1) { const at = only ? only[k]! : k; if (zustand[at] === LEBT && c['storno']![at] !== 1 && c['status']![at] !== LEISTUNG_GEPLANT && c['datum']![at] !== LEER) zaehlt.push(at); }
  const unsorted = Int32Array.from(zaehlt);
  return gewaehlt(unsorted, geordnet(gewaehlt(i32(c['datum']), unsorted)));
}
/** Position numbers as they are compared, and the place among them of each as it was delivered. Numbers are written in many ways; the same position is one word here. */
function nummernVon(roh: Rohdaten): { nummern: Woerter; normal: number[] } {
  const nummern: Woerter = { liste: [], nach: new Map() };
  const wort = (text: string): number => { let code = nummern.nach.get(text); if (code === undefined) { nummern.nach.set(text, code = nummern.liste.length); nummern.liste.push(text); } return code; };
  return { nummern, normal: roh.tabellen.leistung.woerter['nr']!.liste.map(text => wort(normalNr(text))) };
}
type LSpalten = Omit<Leistungen, 'n' | 'termin' | 'terminart' | 'besuch' | 'nachPatient' | 'nummern'>;
/** Columns of some services in their order; nothing in them depends on another service. */
function leistungenAn(roh: Rohdaten, akte: Int32Array, places: Int32Array, { nummern, normal }: ReturnType<typeof nummernVon>): LSpalten {
  const t = roh.tabellen.leistung, { spalten: c } = t, n = places.length;
  const pick32 = (name: string): Int32Array => gewaehlt(i32(c[name]), places), pick8 = (name: string): Int8Array => gewaehlt(i8(c[name]), places), pick64 = (name: string): Float64Array => nullStattNan(gewaehlt(f64(c[name]), places));
  const pat = pick32('patid');
  for (let i = 0; i < n; i += 1) if (pat[i]! >= 0) pat[i] = akte[pat[i]!]!;
  const system = pick8('system'), bereich = pick8('bereich'), traeger = pick8('kostentraeger'), nr = pick32('nr'), versicherung = new Int8Array(n).fill(-1), grund = pick32('faktorgrund'), hatGrund = new Int8Array(n);
  const bereichOf = new Map<number, number>(), pvers = roh.tabellen.patient.spalten['versicherung']!, pzustand = roh.tabellen.patient.zustand, leer = t.woerter['faktorgrund']!.nach.get('');
  for (let i = 0; i < n; i += 1) {
    nr[i] = nr[i]! < 0 ? -1 : normal[nr[i]!]!;
    if (pat[i]! >= 0 && pzustand[pat[i]!] === LEBT) versicherung[i] = pvers[pat[i]!]!;
    if (bereich[i]! < 0) {
      const key = system[i]! * 1_000_000 + nr[i]!;
      let found = bereichOf.get(key);
      if (found === undefined) bereichOf.set(key, found = BEREICH[bereichAus(GEBUEHREN[system[i]!] ?? 'EIGEN', nummern.liste[nr[i]!] ?? '')]);
      bereich[i] = found;
    }
    if (traeger[i]! < 0) traeger[i] = system[i] === SYSTEM.BEMA ? TRAEGER.GKV : versicherung[i] === VERS.PKV ? TRAEGER.PKV : TRAEGER.EIGEN;
    hatGrund[i] = grund[i]! >= 0 && grund[i] !== leer ? 1 : 0;
  }
  // Whom the stamp was not named for bills under the practitioner's own.
  const stempel = pick32('stempel'), behandler = pick32('behandler'), eigener = roh.tabellen.behandler.spalten['stempel']!;
  for (let i = 0; i < n; i += 1) if (stempel[i]! < 0 && behandler[i]! >= 0) stempel[i] = eigener[behandler[i]!]!;
  return {
    roh: places, tag: pick32('datum'), pat, behandler, abrBehandler: pick32('abrBehandler'), zimmer: pick32('zimmer'), stempel, system, nr, menge: pick32('menge'), punkte: pick32('punkte'), faktor: pick32('faktor'), hatGrund,
    honorar: pick64('honorar'), material: pick64('material'), eigenlabor: pick64('eigenlabor'), fremdlabor: pick64('fremdlabor'), betrag: pick64('betrag'), bereich, traeger, versicherung, status: pick8('status'), rechnung: pick32('rechnungId'), hkp: pick32('hkpid'),
  };
}

type TSpalten = Omit<Termine, 'n' | 'besuch' | 'nachPatient'>;
/** Raw appointments that were not deleted, of all or of some, with their days: by day, within it by the clock, so that which of two is the first does not depend on which was delivered first. */
function stehendeT(roh: Rohdaten, only?: readonly number[]): { places: Int32Array; tage: Int32Array } {
  const t = roh.tabellen.termin, { zustand, spalten: c } = t, zaehlt: number[] = [], tage: number[] = [], many = only?.length ?? t.anzahl;
  for (let k = 0; k < many; k += 1) { const at = only ? only[k]! : k; if (zustand[at] === LEBT && !Number.isNaN(c['start']![at]!)) { zaehlt.push(at); tage.push(berlinTag(c['start']![at]!)); } }
  const unsorted = Int32Array.from(zaehlt), days = Int32Array.from(tage), order = geordnet(days), n = order.length;
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && days[order[to]!] === days[order[from]!]) to += 1;
    if (to - from > 1) order.subarray(from, to).sort((x, y) => c['start']![unsorted[x]!]! - c['start']![unsorted[y]!]! || (t.ids[unsorted[x]!]! < t.ids[unsorted[y]!]! ? -1 : 1));
    from = to;
  }
  return { places: gewaehlt(unsorted, order), tage: gewaehlt(days, order) };
}
/** Columns of some appointments in their order; nothing in them depends on another appointment. */
function termineAn(roh: Rohdaten, akte: Int32Array, gruppen: ReadonlyMap<string, string>, { places: roheStellen, tage }: ReturnType<typeof stehendeT>): TSpalten {
  const t = roh.tabellen.termin, { spalten: c } = t, n = roheStellen.length;
  const pick32 = (name: string): Int32Array => gewaehlt(i32(c[name]), roheStellen), pick8 = (name: string): Int8Array => gewaehlt(i8(c[name]), roheStellen), pick64 = (name: string): Float64Array => gewaehlt(f64(c[name]), roheStellen);
  const pat = pick32('patid'), start = pick64('start'), minute = new Int32Array(n), terminart = pick32('terminart'), gruppe = new Int8Array(n), versicherung = new Int8Array(n).fill(-1), status = pick8('status'), absage = pick64('absageAm'), statusAm = pick64('statusAm'), dauer = pick32('dauerMin');
  const arten = roh.tabellen.terminarten, gruppeOf = Int8Array.from({ length: arten.anzahl }, (_, at) => {
    const own = gruppen.get(arten.ids[at]!), said = own === undefined ? arten.spalten['standardgruppe']![at]! : GRUPPE[own as keyof typeof GRUPPE] ?? -1;
    return said < 0 ? GRUPPE.SONSTIGE : said;
  });
  const pvers = roh.tabellen.patient.spalten['versicherung']!, pzustand = roh.tabellen.patient.zustand;
  for (let i = 0; i < n; i += 1) {
    minute[i] = berlinMinute(start[i]!);
    if (pat[i]! >= 0) pat[i] = akte[pat[i]!]!;
    if (pat[i]! >= 0 && pzustand[pat[i]!] === LEBT) versicherung[i] = pvers[pat[i]!]!;
    gruppe[i] = terminart[i]! < 0 ? GRUPPE.SONSTIGE : gruppeOf[terminart[i]!]!;
    if (dauer[i] === LEER) dauer[i] = 0;
    if (Number.isNaN(absage[i]) && (status[i] === S.ABGESAGT_PATIENT || status[i] === S.ABGESAGT_PRAXIS || status[i] === S.VERSCHOBEN)) absage[i] = statusAm[i]!;
  }
  return {
    roh: roheStellen, tag: tage, minute, start, pat, behandler: pick32('behandler'), zimmer: pick32('zimmer'), terminart, gruppe, dauer, status, versicherung,
    angelegt: pick64('angelegtAm'), absage, ankunft: pick64('ankunft'), beginn: pick64('beginn'), ende: pick64('ende'), quelle: pick8('quelle'), hkp: pick32('hkpid'),
  };
}

function arbeitszeitenVon(roh: Rohdaten): Arbeitszeiten {
  const t = roh.tabellen.arbeitszeit, c = t.spalten, own = roh.lebende('arbeitszeit').filter(at => c['typ']![at] === 0 && c['datum']![at] !== LEER && c['bis']![at]! > c['von']![at]! && c['von']![at] !== LEER);
  const order = geordnet(gewaehlt(i32(c['datum']), own)), places = gewaehlt(own, order), n = places.length, pick = (name: string): Int32Array => gewaehlt(i32(c[name]), places);
  const tag = pick('datum'), zimmer = pick('zimmer'), von = pick('von'), bis = pick('bis'), minuten = bis.map((end, i) => end - von[i]!), zimmerMinuten = new Int32Array(n);
  for (let from = 0; from < n;) {
    let to = from;
    while (to < n && tag[to] === tag[from]) to += 1;
    const bisher = new Map<number, number>();
    for (const i of Array.from({ length: to - from }, (_, k) => from + k).filter(k => zimmer[k]! >= 0).sort((a, b) => von[a]! - von[b]! || (t.ids[places[a]!]! < t.ids[places[b]!]! ? -1 : 1))) {
      const covered = bisher.get(zimmer[i]!) ?? 0;
      zimmerMinuten[i] = Math.max(0, bis[i]! - Math.max(von[i]!, covered));
      bisher.set(zimmer[i]!, Math.max(covered, bis[i]!));
    }
    from = to;
  }
  return { n, roh: places, tag, behandler: pick('behandler'), zimmer, von, bis, minuten, zimmerMinuten };
}

/** What the last image of the same rows was built from. */
interface Grundlage { L: LSpalten; T: TSpalten; akte: Int32Array; gruppen: string; nachL: Gruppen; nachT: Gruppen }
const grundlagen = new WeakMap<Rohdaten, Grundlage>(), zeiten = new WeakMap<Rohdaten, Arbeitszeiten>();
/** Beyond this share of all rows building anew is not slower. */
const VIELE = 0.05;

/** Raw rows that are new, changed, gone or of a person that changed; undefined where they are too many. */
function betroffen(changed: ReadonlySet<number>, patienten: ReadonlySet<number>, before: { roh: Int32Array }, nach: Gruppen): number[] | undefined {
  const all = new Set(changed);
  for (const p of patienten) if (p + 1 < nach.from.length) for (let g = nach.from[p]!; g < nach.from[p + 1]!; g += 1) all.add(before.roh[nach.rows[g]!]!);
  return all.size > VIELE * before.roh.length + 1000 ? undefined : [...all].sort((a, b) => a - b);
}
const markiert = (places: readonly number[], size: number): Uint8Array => { const marks = new Uint8Array(size); for (const at of places) marks[at] = 1; return marks; };

/** Services and appointments, from the last ones and what changed since where that is little; else anew. Both are the same to the last cell. */
function zeilenVon(roh: Rohdaten, akte: Int32Array, gruppen: ReadonlyMap<string, string>): { L: LSpalten; T: TSpalten } {
  const { leistung, termin, patient, behandler, terminarten } = roh.tabellen, changed = { leistung: leistung.seither(), termin: termin.seither(), patient: patient.seither(), behandler: behandler.seither(), terminarten: terminarten.seither() };
  const before = grundlagen.get(roh), nummern = nummernVon(roh), isSameAkte = before?.akte.every((to, at) => akte[at] === to) === true, said = JSON.stringify([...gruppen]);
  const neueL = before && isSameAkte && changed.leistung && changed.patient && changed.behandler?.size === 0 ? betroffen(changed.leistung, changed.patient, before.L, before.nachL) : undefined;
  const neueT = before && isSameAkte && changed.termin && changed.patient && changed.terminarten?.size === 0 && before.gruppen === said ? betroffen(changed.termin, changed.patient, before.T, before.nachT) : undefined;
  let L: LSpalten, T: TSpalten;
  if (before && neueL) {
    const more = leistungenAn(roh, akte, zaehlendeL(roh, neueL), nummern);
    L = mische(before.L, more, streckenVon(before.L.roh, markiert(neueL, leistung.anzahl), more.roh.length, (i, j) => before.L.tag[i]! < more.tag[j]! || (before.L.tag[i] === more.tag[j] && before.L.roh[i]! < more.roh[j]!)));
  } else L = leistungenAn(roh, akte, zaehlendeL(roh), nummern);
  if (before && neueT) {
    const more = termineAn(roh, akte, gruppen, stehendeT(roh, neueT)), { ids } = termin;
    T = mische(before.T, more, streckenVon(before.T.roh, markiert(neueT, termin.anzahl), more.roh.length, (i, j) => before.T.tag[i]! < more.tag[j]! || (before.T.tag[i] === more.tag[j] && (before.T.start[i]! < more.start[j]! || (before.T.start[i] === more.start[j] && ids[before.T.roh[i]!]! < ids[more.roh[j]!]!)))));
  } else T = termineAn(roh, akte, gruppen, stehendeT(roh));
  return { L, T };
}

/** Builds the image. `gruppen`: the practice's own word which standard group an appointment type (by id) belongs to. */
export function baueBild(roh: Rohdaten, heute: number, gruppen: ReadonlyMap<string, string> = new Map()): Bild {
  const akte = aktenVon(roh), { L: L1, T: T1 } = zeilenVon(roh, akte, gruppen), patienten = roh.tabellen.patient.anzahl, nachL = gruppiert(L1.pat, patienten), nachT = gruppiert(T1.pat, patienten);
  grundlagen.set(roh, { L: L1, T: T1, akte, gruppen: JSON.stringify([...gruppen]), nachL, nachT });
  // What became of appointments without a state depends on others: it is filled into a column of this image's own.
  const L0 = { ...L1, n: L1.roh.length, nachPatient: nachL, nummern: nummernVon(roh).nummern }, T0 = { ...T1, n: T1.roh.length, nachPatient: nachT, status: T1.status.slice() };
  const { B, termin, terminart, zimmer, lBesuch, tBesuch } = baueBesuche(roh, L0, T0, heute);
  const L: Leistungen = { ...L0, zimmer, termin, terminart, besuch: lBesuch }, T: Termine = { ...T0, besuch: tBesuch };
  const isSameA = roh.tabellen.arbeitszeit.seither()?.size === 0, A = (isSameA ? zeiten.get(roh) : undefined) ?? arbeitszeitenVon(roh);
  zeiten.set(roh, A);
  const of = (entity: keyof Bild['lebende']): Int32Array => roh.lebende(entity);
  let datenBis = LEER;
  if (L.n > 0) datenBis = Math.max(datenBis, L.tag[L.n - 1]!);
  for (let i = T.n - 1; i >= 0 && T.tag[i]! > datenBis; i -= 1) if (T.status[i] === S.WAHRGENOMMEN) datenBis = T.tag[i]!;
  return {
    roh, heute, akte, L, T, B, A, R: baueRechnungen(roh, L0.rechnung, L0.betrag, akte), datenBis,
    lebende: { patient: of('patient').filter(at => akte[at] === at), hkp: of('hkp'), parfall: of('parfall'), recall: of('recall'), mitarbeiter: of('mitarbeiter'), fehlzeit: of('fehlzeit'), behandler: of('behandler'), zimmer: of('zimmer'), terminarten: of('terminarten'), warteliste: of('warteliste') },
  };
}
