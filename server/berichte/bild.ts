// The image that reports read: counted rows sorted by day, with all that follows from other rows worked out once. Rebuilt as a whole from the delivered rows, so that it does not depend on how they came.

import { BEREICHE, GEBUEHREN, KOSTENTRAEGER, STANDARDGRUPPEN, TERMIN_STATUS, VERSICHERUNG } from '../../shared/pvs.ts';
import { bereichAus, normalNr } from './bereich.ts';
import { baueBesuche, type Besuche } from './besuche.ts';
import { berlinMinute, berlinTag, LEER } from './kalender.ts';
import { baueRechnungen, type Rechnungen } from './rechnungen.ts';
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

function leistungenVon(roh: Rohdaten, akte: Int32Array): Omit<Leistungen, 'termin' | 'terminart' | 'besuch'> {
  const t = roh.tabellen.leistung, { zustand, spalten: c } = t, zaehlt: number[] = [];
  for (let at = 0; at < t.anzahl; at += 1) if (zustand[at] === LEBT && c['storno']![at] !== 1 && c['status']![at] !== LEISTUNG_GEPLANT && c['datum']![at] !== LEER) zaehlt.push(at);
  const unsorted = Int32Array.from(zaehlt), order = geordnet(gewaehlt(i32(c['datum']), unsorted)), places = gewaehlt(unsorted, order), n = places.length;
  const pick32 = (name: string): Int32Array => gewaehlt(i32(c[name]), places), pick8 = (name: string): Int8Array => gewaehlt(i8(c[name]), places), pick64 = (name: string): Float64Array => nullStattNan(gewaehlt(f64(c[name]), places));
  const pat = pick32('patid');
  for (let i = 0; i < n; i += 1) if (pat[i]! >= 0) pat[i] = akte[pat[i]!]!;
  const system = pick8('system'), bereich = pick8('bereich'), traeger = pick8('kostentraeger'), nr = pick32('nr'), versicherung = new Int8Array(n).fill(-1), grund = pick32('faktorgrund'), hatGrund = new Int8Array(n);
  // Numbers are written in many ways; the same position is one word here.
  const nummern: Woerter = { liste: [], nach: new Map() };
  const wort = (text: string): number => { let code = nummern.nach.get(text); if (code === undefined) { nummern.nach.set(text, code = nummern.liste.length); nummern.liste.push(text); } return code; };
  const normal = t.woerter['nr']!.liste.map(text => wort(normalNr(text)));
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
    n, roh: places, tag: pick32('datum'), pat, behandler, abrBehandler: pick32('abrBehandler'), zimmer: pick32('zimmer'), stempel, system, nr, menge: pick32('menge'), punkte: pick32('punkte'), faktor: pick32('faktor'), hatGrund,
    honorar: pick64('honorar'), material: pick64('material'), eigenlabor: pick64('eigenlabor'), fremdlabor: pick64('fremdlabor'), betrag: pick64('betrag'), bereich, traeger, versicherung, status: pick8('status'), rechnung: pick32('rechnungId'), hkp: pick32('hkpid'),
    nachPatient: gruppiert(pat, roh.tabellen.patient.anzahl), nummern,
  };
}

function termineVon(roh: Rohdaten, akte: Int32Array, gruppen: ReadonlyMap<string, string>): Omit<Termine, 'besuch'> {
  const t = roh.tabellen.termin, { zustand, spalten: c } = t, zaehlt: number[] = [], tage: number[] = [];
  for (let at = 0; at < t.anzahl; at += 1) if (zustand[at] === LEBT && !Number.isNaN(c['start']![at]!)) { zaehlt.push(at); tage.push(berlinTag(c['start']![at]!)); }
  const unsorted = Int32Array.from(zaehlt), days = Int32Array.from(tage), order = geordnet(days), n = order.length;
  // Within a day by the clock, so that which of two is the first does not depend on which was delivered first.
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && days[order[to]!] === days[order[from]!]) to += 1;
    if (to - from > 1) order.subarray(from, to).sort((x, y) => c['start']![unsorted[x]!]! - c['start']![unsorted[y]!]! || (t.ids[unsorted[x]!]! < t.ids[unsorted[y]!]! ? -1 : 1));
    from = to;
  }
  const roheStellen = gewaehlt(unsorted, order);
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
    n, roh: roheStellen, tag: gewaehlt(days, order), minute, start, pat, behandler: pick32('behandler'), zimmer: pick32('zimmer'), terminart, gruppe, dauer, status, versicherung,
    angelegt: pick64('angelegtAm'), absage, ankunft: pick64('ankunft'), beginn: pick64('beginn'), ende: pick64('ende'), quelle: pick8('quelle'), hkp: pick32('hkpid'), nachPatient: gruppiert(pat, roh.tabellen.patient.anzahl),
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

/** Builds the image. `gruppen`: the practice's own word which standard group an appointment type (by id) belongs to. */
export function baueBild(roh: Rohdaten, heute: number, gruppen: ReadonlyMap<string, string> = new Map()): Bild {
  const akte = aktenVon(roh), L0 = leistungenVon(roh, akte), T0 = termineVon(roh, akte, gruppen);
  const { B, termin, terminart, zimmer, lBesuch, tBesuch } = baueBesuche(roh, L0, T0, heute);
  const L: Leistungen = { ...L0, zimmer, termin, terminart, besuch: lBesuch }, T: Termine = { ...T0, besuch: tBesuch };
  const of = (entity: keyof Bild['lebende']): Int32Array => roh.lebende(entity);
  let datenBis = LEER;
  if (L.n > 0) datenBis = Math.max(datenBis, L.tag[L.n - 1]!);
  for (let i = T.n - 1; i >= 0 && T.tag[i]! > datenBis; i -= 1) if (T.status[i] === S.WAHRGENOMMEN) datenBis = T.tag[i]!;
  return {
    roh, heute, akte, L, T, B, A: arbeitszeitenVon(roh), R: baueRechnungen(roh, L0.rechnung, L0.betrag, akte), datenBis,
    lebende: { patient: of('patient').filter(at => akte[at] === at), hkp: of('hkp'), parfall: of('parfall'), recall: of('recall'), mitarbeiter: of('mitarbeiter'), fehlzeit: of('fehlzeit'), behandler: of('behandler'), zimmer: of('zimmer'), terminarten: of('terminarten'), warteliste: of('warteliste') },
  };
}
