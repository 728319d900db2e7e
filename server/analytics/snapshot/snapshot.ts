// The image that reports read: counted rows sorted by day, with all that follows from other rows worked out once. Rebuilt as a whole from the delivered rows, so that it does not depend on how they came.

import {
  BEREICHE,
  GEBUEHREN,
  KOSTENTRAEGER,
  TERMIN_STATUS,
  VERSICHERUNG,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { STANDARDGRUPPEN } from '../../../shared/analytics/deliveries/standard-groups.ts';
import {
  ersteMuster,
  type Stichwortmuster,
} from '../../../shared/analytics/deliveries/keywords.ts';
import { bereichAus, normalNr } from './area.ts';
import { baueBesuche, folgeBesuche, vomTermin, type Besuche, type Gebaut } from './visits.ts';
import { berlinMinute, berlinTag, LEER } from './calendar.ts';
import { baueRechnungen, type Rechnungen } from './invoices.ts';
import {
  ersteStelle,
  Folge,
  gleichBis,
  streckenVon,
  type Spalten,
  type Strecken,
  Wechsel,
} from './tables/merge-rows.ts';
import { geordnet, gewaehlt, gruppiert, type Gruppen } from './tables/sort-rows.ts';
import type { Rohdaten } from './tables/raw-tables.ts';
import { LEBT, type Woerter } from './tables/column-table.ts';
import type { Nachfolge } from './changed-days.ts';

/** Services that count: not deleted, not cancelled, not only planned; sorted by day of treatment. Places of other tables are -1 where there is none. */
export interface Leistungen {
  n: number;
  roh: Int32Array;
  tag: Int32Array;
  pat: Int32Array;
  behandler: Int32Array;
  abrBehandler: Int32Array;
  zimmer: Int32Array;
  stempel: Int32Array;
  termin: Int32Array;
  /** Kind of the appointment of that day, place in `terminarten`. */
  terminart: Int32Array;
  /** Standard group by the keywords of that appointment, as there. */
  stichwort: Int8Array;
  system: Int8Array;
  nr: Int32Array;
  menge: Int32Array;
  punkte: Int32Array;
  faktor: Int32Array;
  hatGrund: Int8Array;
  honorar: Float64Array;
  material: Float64Array;
  eigenlabor: Float64Array;
  fremdlabor: Float64Array;
  betrag: Float64Array;
  bereich: Int8Array;
  traeger: Int8Array;
  versicherung: Int8Array;
  status: Int8Array;
  rechnung: Int32Array;
  hkp: Int32Array;
  besuch: Int32Array;
  nachPatient: Gruppen;
  /** Position numbers, each once, as they are compared. */
  nummern: Woerter;
}
/** Every appointment that was not deleted, sorted by its Berlin day. */
export interface Termine {
  n: number;
  roh: Int32Array;
  tag: Int32Array;
  minute: Int32Array;
  start: Float64Array;
  pat: Int32Array;
  behandler: Int32Array;
  zimmer: Int32Array;
  terminart: Int32Array;
  gruppe: Int8Array;
  dauer: Int32Array;
  /** Standard group by its keywords where its type says none; -1 else. */
  stichwort: Int8Array;
  /** Place in TERMIN_STATUS; worked out where it was not delivered. */
  status: Int8Array;
  versicherung: Int8Array;
  angelegt: Float64Array;
  absage: Float64Array;
  ankunft: Float64Array;
  beginn: Float64Array;
  ende: Float64Array;
  quelle: Int8Array;
  hkp: Int32Array;
  besuch: Int32Array;
  nachPatient: Gruppen;
}
/** Hours of work of kind BEHANDLUNG, sorted by day. `minuten` of the row, `zimmerMinuten` those that no earlier row of the same room and day covers. */
export interface Arbeitszeiten {
  n: number;
  roh: Int32Array;
  tag: Int32Array;
  behandler: Int32Array;
  zimmer: Int32Array;
  von: Int32Array;
  bis: Int32Array;
  minuten: Int32Array;
  zimmerMinuten: Int32Array;
}
export interface Bild {
  readonly roh: Rohdaten;
  /** Berlin's today when it was built; an appointment's missing state depends on it. */
  readonly heute: number;
  readonly L: Leistungen;
  readonly T: Termine;
  readonly A: Arbeitszeiten;
  readonly B: Besuche;
  readonly R: Rechnungen;
  /** Record that a record was merged into, itself where it was not. */
  readonly akte: Int32Array;
  /** Standard group of each appointment type, -1 without one. */
  readonly artGruppe: Int8Array;
  /** Whether the practice maps keywords to groups. */
  readonly hatStichworte: boolean;
  /** Places of all true rows of the smaller tables, by id. */
  readonly lebende: Readonly<
    Record<
      | 'patient'
      | 'hkp'
      | 'parfall'
      | 'recall'
      | 'mitarbeiter'
      | 'fehlzeit'
      | 'behandler'
      | 'zimmer'
      | 'terminarten'
      | 'warteliste',
      Int32Array
    >
  >;
  /** Last day with a service or a kept appointment; LEER without any. */
  readonly datenBis: number;
}

export const S = Object.fromEntries(TERMIN_STATUS.map((word, at) => [word, at])) as Record<
  (typeof TERMIN_STATUS)[number],
  number
>;
export const BEREICH = Object.fromEntries(BEREICHE.map((word, at) => [word, at])) as Record<
  (typeof BEREICHE)[number],
  number
>;
export const TRAEGER = Object.fromEntries(KOSTENTRAEGER.map((word, at) => [word, at])) as Record<
  (typeof KOSTENTRAEGER)[number],
  number
>;
export const VERS = Object.fromEntries(VERSICHERUNG.map((word, at) => [word, at])) as Record<
  (typeof VERSICHERUNG)[number],
  number
>;
export const SYSTEM = Object.fromEntries(GEBUEHREN.map((word, at) => [word, at])) as Record<
  (typeof GEBUEHREN)[number],
  number
>;
export const GRUPPE = Object.fromEntries(STANDARDGRUPPEN.map((word, at) => [word, at])) as Record<
  (typeof STANDARDGRUPPEN)[number],
  number
>;
const LEISTUNG_GEPLANT = 0;

/** Follows merges to the record that is left; in a circle, or where the other record is gone, each stays itself. */
function aktenVon(roh: Rohdaten): Int32Array {
  const { anzahl, spalten, zustand } = roh.tabellen.patient,
    into = spalten['zusammengefuehrtIn']!,
    akte = new Int32Array(anzahl);
  const next = (at: number): number =>
    zustand[at] === LEBT && into[at]! >= 0 && zustand[into[at]!] === LEBT ? into[at]! : -1;
  for (let at = 0; at < anzahl; at += 1) {
    let end = at,
      steps = 0;
    for (let to = next(end); to >= 0 && steps < 100; to = next(end)) {
      end = to;
      steps += 1;
    }
    akte[at] = steps < 100 ? end : at;
  }
  return akte;
}

const i32 = (column: unknown): Int32Array => column as Int32Array;
const i8 = (column: unknown): Int8Array => column as Int8Array;
const f64 = (column: unknown): Float64Array => column as Float64Array;
const nullStattNan = (column: Float64Array): Float64Array => {
  for (let i = 0; i < column.length; i += 1) if (Number.isNaN(column[i])) column[i] = 0;
  return column;
};

/** Raw services that count, of all or of some, by their day, those of one day as they lie. */
function zaehlendeL(roh: Rohdaten, only?: readonly number[]): Int32Array {
  const t = roh.tabellen.leistung,
    { zustand, spalten: c } = t,
    zaehlt: number[] = [],
    many = only?.length ?? t.anzahl;
  for (let k = 0; k < many; k += 1) {
    const at = only ? only[k]! : k;
    if (
      zustand[at] === LEBT &&
      c['storno']![at] !== 1 &&
      c['status']![at] !== LEISTUNG_GEPLANT &&
      c['datum']![at] !== LEER
    )
      zaehlt.push(at);
  }
  const unsorted = Int32Array.from(zaehlt);
  return gewaehlt(unsorted, geordnet(gewaehlt(i32(c['datum']), unsorted)));
}
/** Position numbers as they are compared, and the place among them of each as it was delivered. Numbers are written in many ways; the same position is one word here. */
function nummernVon(roh: Rohdaten): { nummern: Woerter; normal: number[] } {
  const nummern: Woerter = { liste: [], nach: new Map() };
  const wort = (text: string): number => {
    let code = nummern.nach.get(text);
    if (code === undefined) {
      nummern.nach.set(text, (code = nummern.liste.length));
      nummern.liste.push(text);
    }
    return code;
  };
  return {
    nummern,
    normal: roh.tabellen.leistung.woerter['nr']!.liste.map((text) => wort(normalNr(text))),
  };
}
type LSpalten = Omit<
  Leistungen,
  'n' | 'termin' | 'terminart' | 'stichwort' | 'besuch' | 'nachPatient' | 'nummern'
>;
/** Columns of some services in their order; nothing in them depends on another service. */
function leistungenAn(
  roh: Rohdaten,
  akte: Int32Array,
  places: Int32Array,
  { nummern, normal }: ReturnType<typeof nummernVon>,
): LSpalten {
  const t = roh.tabellen.leistung,
    { spalten: c } = t,
    n = places.length;
  const pick32 = (name: string): Int32Array => gewaehlt(i32(c[name]), places),
    pick8 = (name: string): Int8Array => gewaehlt(i8(c[name]), places),
    pick64 = (name: string): Float64Array => nullStattNan(gewaehlt(f64(c[name]), places));
  const pat = pick32('patid');
  for (let i = 0; i < n; i += 1) if (pat[i]! >= 0) pat[i] = akte[pat[i]!]!;
  const system = pick8('system'),
    bereich = pick8('bereich'),
    traeger = pick8('kostentraeger'),
    nr = pick32('nr'),
    versicherung = new Int8Array(n).fill(-1),
    grund = pick32('faktorgrund'),
    hatGrund = new Int8Array(n);
  const bereichOf = new Map<number, number>(),
    pvers = roh.tabellen.patient.spalten['versicherung']!,
    pzustand = roh.tabellen.patient.zustand,
    leer = t.woerter['faktorgrund']!.nach.get('');
  for (let i = 0; i < n; i += 1) {
    nr[i] = nr[i]! < 0 ? -1 : normal[nr[i]!]!;
    if (pat[i]! >= 0 && pzustand[pat[i]!] === LEBT) versicherung[i] = pvers[pat[i]!]!;
    if (bereich[i]! < 0) {
      const key = system[i]! * 1_000_000 + nr[i]!;
      let found = bereichOf.get(key);
      if (found === undefined)
        bereichOf.set(
          key,
          (found =
            BEREICH[bereichAus(GEBUEHREN[system[i]!] ?? 'EIGEN', nummern.liste[nr[i]!] ?? '')]),
        );
      bereich[i] = found;
    }
    if (traeger[i]! < 0)
      traeger[i] =
        system[i] === SYSTEM.BEMA
          ? TRAEGER.GKV
          : versicherung[i] === VERS.PKV
            ? TRAEGER.PKV
            : TRAEGER.EIGEN;
    hatGrund[i] = grund[i]! >= 0 && grund[i] !== leer ? 1 : 0;
  }
  // Whom the stamp was not named for bills under the practitioner's own.
  const stempel = pick32('stempel'),
    behandler = pick32('behandler'),
    eigener = roh.tabellen.behandler.spalten['stempel']!;
  for (let i = 0; i < n; i += 1)
    if (stempel[i]! < 0 && behandler[i]! >= 0) stempel[i] = eigener[behandler[i]!]!;
  return {
    roh: places,
    tag: pick32('datum'),
    pat,
    behandler,
    abrBehandler: pick32('abrBehandler'),
    zimmer: pick32('zimmer'),
    stempel,
    system,
    nr,
    menge: pick32('menge'),
    punkte: pick32('punkte'),
    faktor: pick32('faktor'),
    hatGrund,
    honorar: pick64('honorar'),
    material: pick64('material'),
    eigenlabor: pick64('eigenlabor'),
    fremdlabor: pick64('fremdlabor'),
    betrag: pick64('betrag'),
    bereich,
    traeger,
    versicherung,
    status: pick8('status'),
    rechnung: pick32('rechnungId'),
    hkp: pick32('hkpid'),
  };
}

/** What the practice says of its appointments: groups of types by their ids, and of keywords by patterns in their order. */
export interface Zuordnung {
  readonly gruppen: ReadonlyMap<string, string>;
  readonly stichworte?: readonly Stichwortmuster[];
}
const OHNE: Zuordnung = { gruppen: new Map() };
/** Names a mapping: two of one name say the same. */
export const zuordnungName = ({ gruppen, stichworte = [] }: Zuordnung): string =>
  JSON.stringify([[...gruppen], stichworte.map(({ muster, gruppe }) => [muster, gruppe])]);
/** Standard group of each appointment type: as the practice says it, else as it was delivered; -1 without one. */
const gruppenDerArten = (
  {
    tabellen: {
      terminarten: { anzahl, ids, spalten },
    },
  }: Rohdaten,
  { gruppen }: Zuordnung,
): Int8Array =>
  Int8Array.from({ length: anzahl }, (_, at) => {
    const own = gruppen.get(ids[at]!);
    return own === undefined
      ? spalten['standardgruppe']![at]!
      : (GRUPPE[own as keyof typeof GRUPPE] ?? -1);
  });

/** Standard group of the keywords at a place of their column; each looked at once. */
function gruppenDerStichworte(
  roh: Rohdaten,
  muster: readonly Stichwortmuster[],
): (code: number) => number {
  const { liste } = roh.tabellen.termin.woerter['stichworte']!,
    first = ersteMuster(muster),
    known = new Map<number, number>();
  return (code) => {
    if (code < 0 || muster.length === 0) return -1;
    let found = known.get(code);
    if (found === undefined) {
      const at = first(liste[code]!);
      known.set(code, (found = at < 0 ? -1 : GRUPPE[muster[at]!.gruppe]));
    }
    return found;
  };
}

type TSpalten = Omit<Termine, 'n' | 'besuch' | 'nachPatient'>;
/** Raw appointments that were not deleted, of all or of some, with their days: by day, within it by the clock, so that which of two is the first does not depend on which was delivered first. */
function stehendeT(
  roh: Rohdaten,
  only?: readonly number[],
): { places: Int32Array; tage: Int32Array } {
  const t = roh.tabellen.termin,
    { zustand, spalten: c } = t,
    zaehlt: number[] = [],
    tage: number[] = [],
    many = only?.length ?? t.anzahl;
  for (let k = 0; k < many; k += 1) {
    const at = only ? only[k]! : k;
    if (zustand[at] === LEBT && !Number.isNaN(c['start']![at]!)) {
      zaehlt.push(at);
      tage.push(berlinTag(c['start']![at]!));
    }
  }
  const unsorted = Int32Array.from(zaehlt),
    days = Int32Array.from(tage),
    order = geordnet(days),
    n = order.length;
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && days[order[to]!] === days[order[from]!]) to += 1;
    if (to - from > 1)
      order
        .subarray(from, to)
        .sort(
          (x, y) =>
            c['start']![unsorted[x]!]! - c['start']![unsorted[y]!]! ||
            (t.ids[unsorted[x]!]! < t.ids[unsorted[y]!]! ? -1 : 1),
        );
    from = to;
  }
  return { places: gewaehlt(unsorted, order), tage: gewaehlt(days, order) };
}
/** Columns of some appointments in their order; nothing in them depends on another appointment. */
function termineAn(
  roh: Rohdaten,
  akte: Int32Array,
  zuordnung: Zuordnung,
  { places: roheStellen, tage }: ReturnType<typeof stehendeT>,
): TSpalten {
  const t = roh.tabellen.termin,
    { spalten: c } = t,
    n = roheStellen.length;
  const pick32 = (name: string): Int32Array => gewaehlt(i32(c[name]), roheStellen),
    pick8 = (name: string): Int8Array => gewaehlt(i8(c[name]), roheStellen),
    pick64 = (name: string): Float64Array => gewaehlt(f64(c[name]), roheStellen);
  const pat = pick32('patid'),
    start = pick64('start'),
    minute = new Int32Array(n),
    terminart = pick32('terminart'),
    gruppe = new Int8Array(n),
    versicherung = new Int8Array(n).fill(-1),
    status = pick8('status'),
    absage = pick64('absageAm'),
    statusAm = pick64('statusAm'),
    dauer = pick32('dauerMin');
  const artGruppe = gruppenDerArten(roh, zuordnung),
    stichworte = c['stichworte']!,
    nachStichworten = gruppenDerStichworte(roh, zuordnung.stichworte ?? []),
    stichwort = new Int8Array(n).fill(-1);
  const pvers = roh.tabellen.patient.spalten['versicherung']!,
    pzustand = roh.tabellen.patient.zustand;
  for (let i = 0; i < n; i += 1) {
    minute[i] = berlinMinute(start[i]!);
    if (pat[i]! >= 0) pat[i] = akte[pat[i]!]!;
    if (pat[i]! >= 0 && pzustand[pat[i]!] === LEBT) versicherung[i] = pvers[pat[i]!]!;
    const art = terminart[i]! < 0 ? -1 : artGruppe[terminart[i]!]!;
    if (art < 0) stichwort[i] = nachStichworten(stichworte[roheStellen[i]!]!);
    gruppe[i] = art >= 0 ? art : stichwort[i]! >= 0 ? stichwort[i]! : GRUPPE.SONSTIGE;
    if (dauer[i] === LEER) dauer[i] = 0;
    if (
      Number.isNaN(absage[i]) &&
      (status[i] === S.ABGESAGT_PATIENT ||
        status[i] === S.ABGESAGT_PRAXIS ||
        status[i] === S.VERSCHOBEN)
    )
      absage[i] = statusAm[i]!;
  }
  return {
    roh: roheStellen,
    tag: tage,
    minute,
    start,
    pat,
    behandler: pick32('behandler'),
    zimmer: pick32('zimmer'),
    terminart,
    gruppe,
    stichwort,
    dauer,
    status,
    versicherung,
    angelegt: pick64('angelegtAm'),
    absage,
    ankunft: pick64('ankunft'),
    beginn: pick64('beginn'),
    ende: pick64('ende'),
    quelle: pick8('quelle'),
    hkp: pick32('hkpid'),
  };
}

function arbeitszeitenVon(roh: Rohdaten): Arbeitszeiten {
  const t = roh.tabellen.arbeitszeit,
    c = t.spalten,
    own = roh
      .lebende('arbeitszeit')
      .filter(
        (at) =>
          c['typ']![at] === 0 &&
          c['datum']![at] !== LEER &&
          c['bis']![at]! > c['von']![at]! &&
          c['von']![at] !== LEER,
      );
  const order = geordnet(gewaehlt(i32(c['datum']), own)),
    places = gewaehlt(own, order),
    n = places.length,
    pick = (name: string): Int32Array => gewaehlt(i32(c[name]), places);
  const tag = pick('datum'),
    zimmer = pick('zimmer'),
    von = pick('von'),
    bis = pick('bis'),
    minuten = bis.map((end, i) => end - von[i]!),
    zimmerMinuten = new Int32Array(n);
  for (let from = 0; from < n;) {
    let to = from;
    while (to < n && tag[to] === tag[from]) to += 1;
    const bisher = new Map<number, number>();
    for (const i of Array.from({ length: to - from }, (_, k) => from + k)
      .filter((k) => zimmer[k]! >= 0)
      .sort((a, b) => von[a]! - von[b]! || (t.ids[places[a]!]! < t.ids[places[b]!]! ? -1 : 1))) {
      const covered = bisher.get(zimmer[i]!) ?? 0;
      zimmerMinuten[i] = Math.max(0, bis[i]! - Math.max(von[i]!, covered));
      bisher.set(zimmer[i]!, Math.max(covered, bis[i]!));
    }
    from = to;
  }
  return {
    n,
    roh: places,
    tag,
    behandler: pick('behandler'),
    zimmer,
    von,
    bis,
    minuten,
    zimmerMinuten,
  };
}

/** A table by day and where each raw row stands in it. */
interface Reihe<T extends Spalten> {
  folge: Folge<T>;
  ort: Int32Array;
  nach: Gruppen;
}
/** What the last image of the same rows was built from. */
interface Grundlage {
  L: Reihe<LSpalten & Spalten>;
  T: Reihe<TSpalten & Spalten>;
  akte: Int32Array;
  zuordnung: string;
  heute: number;
  besuche: Gebaut;
  raum: Wechsel;
  bild: Bild;
  nachfolge: Nachfolge | undefined;
}
const grundlagen = new WeakMap<Rohdaten, Grundlage>(),
  zeiten = new WeakMap<Rohdaten, Arbeitszeiten>();
/** Beyond this share of all rows building anew is not slower. */
const VIELE = 0.05;

/** Raw rows that are new, changed, gone or of a person that changed; undefined where they are too many. */
function geaenderte(
  changed: ReadonlySet<number>,
  patienten: ReadonlySet<number>,
  { folge, nach }: Reihe<Spalten & { roh: Int32Array }>,
): number[] | undefined {
  const all = new Set(changed),
    { roh } = folge.jetzt;
  for (const p of patienten)
    if (p + 1 < nach.from.length)
      for (let g = nach.from[p]!; g < nach.from[p + 1]!; g += 1) all.add(roh[nach.rows[g]!]!);
  return all.size > VIELE * roh.length + 1000 ? undefined : [...all].sort((a, b) => a - b);
}
/** Place of each raw row. */
function orteVon(roh: Int32Array, size: number): Int32Array {
  const ort = new Int32Array(size).fill(-1);
  for (let i = 0; i < roh.length; i += 1) ort[roh[i]!] = i;
  return ort;
}
interface Gefolgt {
  strecken: Strecken;
  /** Patients whose rows came, left or changed. */ wer: number[];
}
/** Puts rows that changed into their table. @param more those of them that count, as they stand by day; `istVor(i, j)`: whether row `i` of the old table stands before row `j` of those */
function folgeReihe<T extends Spalten & { roh: Int32Array; pat: Int32Array }>(
  reihe: Reihe<T>,
  changed: readonly number[],
  more: T,
  istVor: (alt: T, i: number, j: number) => boolean,
  size: number,
  istFrei: boolean,
): Gefolgt {
  const { folge } = reihe,
    alt = folge.jetzt,
    weg = changed
      .flatMap((raw) => (raw < reihe.ort.length && reihe.ort[raw]! >= 0 ? [reihe.ort[raw]!] : []))
      .sort((a, b) => a - b),
    vor = Array.from(more.roh, (_, j) => ersteStelle(alt.roh.length, (i) => istVor(alt, i, j)));
  const strecken = streckenVon(alt.roh.length, weg, vor),
    wer = [...weg.map((i) => alt.pat[i]!), ...more.pat];
  for (const i of weg) reihe.ort[alt.roh[i]!] = -1;
  const { roh } = folge.folge(more, strecken, istFrei);
  if (reihe.ort.length < size) {
    const wider = new Int32Array(size + Math.ceil(size / 50)).fill(-1);
    wider.set(reihe.ort);
    reihe.ort = wider;
  }
  for (let i = gleichBis(strecken); i < roh.length; i += 1) reihe.ort[roh[i]!] = i;
  return { strecken, wer };
}

interface Zeilen {
  L: Reihe<LSpalten & Spalten>;
  T: Reihe<TSpalten & Spalten>;
  /** Of both where they followed the last ones; `termine`: raw appointments that changed. */ gefolgt:
    | { L: Gefolgt; T: Gefolgt; termine: ReadonlySet<number> }
    | undefined;
}
/** Services and appointments, from the last ones and what changed since where that is little; else anew. Both are the same to the last cell. */
function zeilenVon(
  roh: Rohdaten,
  before: Grundlage | undefined,
  akte: Int32Array,
  zuordnung: Zuordnung,
  nummern: ReturnType<typeof nummernVon>,
  raum: Wechsel,
  istFrei: boolean,
): Zeilen {
  const { leistung, termin, patient, behandler, terminarten } = roh.tabellen,
    changed = {
      leistung: leistung.seither(),
      termin: termin.seither(),
      patient: patient.seither(),
      behandler: behandler.seither(),
      terminarten: terminarten.seither(),
    };
  const isSameAkte = before?.akte.every((to, at) => akte[at] === to) === true,
    said = zuordnungName(zuordnung),
    nach = { from: new Int32Array(0), rows: new Int32Array(0) };
  const neueL =
    before && isSameAkte && changed.leistung && changed.patient && changed.behandler?.size === 0
      ? geaenderte(changed.leistung, changed.patient, before.L)
      : undefined;
  const neueT =
    before &&
    isSameAkte &&
    changed.termin &&
    changed.patient &&
    changed.terminarten?.size === 0 &&
    before.zuordnung === said
      ? geaenderte(changed.termin, changed.patient, before.T)
      : undefined;
  let gL: Gefolgt | undefined,
    gT: Gefolgt | undefined,
    L = before?.L,
    T = before?.T;
  if (L && neueL) {
    const more = leistungenAn(roh, akte, zaehlendeL(roh, neueL), nummern);
    gL = folgeReihe(
      L,
      neueL,
      more as LSpalten & Spalten,
      (alt, i, j) =>
        alt.tag[i]! < more.tag[j]! || (alt.tag[i] === more.tag[j] && alt.roh[i]! < more.roh[j]!),
      leistung.anzahl,
      istFrei,
    );
  } else {
    const all = leistungenAn(roh, akte, zaehlendeL(roh), nummern) as LSpalten & Spalten;
    L = { folge: new Folge(all), ort: orteVon(all.roh, leistung.anzahl), nach };
  }
  if (T && neueT) {
    const more = termineAn(roh, akte, zuordnung, stehendeT(roh, neueT)),
      { ids } = termin;
    gT = folgeReihe(
      T,
      neueT,
      more as TSpalten & Spalten,
      (alt, i, j) =>
        alt.tag[i]! < more.tag[j]! ||
        (alt.tag[i] === more.tag[j] &&
          (alt.start[i]! < more.start[j]! ||
            (alt.start[i] === more.start[j] && ids[alt.roh[i]!]! < ids[more.roh[j]!]!))),
      termin.anzahl,
      istFrei,
    );
  } else {
    const all = termineAn(roh, akte, zuordnung, stehendeT(roh)) as TSpalten & Spalten;
    T = { folge: new Folge(all), ort: orteVon(all.roh, termin.anzahl), nach };
  }
  L.nach = gruppiert(L.folge.jetzt.pat, patient.anzahl, (n) => raum.nimm('L.nach', Int32Array, n));
  T.nach = gruppiert(T.folge.jetzt.pat, patient.anzahl, (n) => raum.nimm('T.nach', Int32Array, n));
  if (T.ort.length < termin.anzahl) {
    const wider = new Int32Array(termin.anzahl).fill(-1);
    wider.set(T.ort);
    T.ort = wider;
  }
  return { L, T, gefolgt: gL && gT && { L: gL, T: gT, termine: changed.termin! } };
}
/** Places of true rows by table, looked up when somebody asks. */
function lebendeVon(roh: Rohdaten, akte: Int32Array): Bild['lebende'] {
  const found: Partial<Record<keyof Bild['lebende'], Int32Array>> = {},
    all = {} as Record<keyof Bild['lebende'], Int32Array>;
  for (const entity of LEBENDE)
    Object.defineProperty(all, entity, {
      enumerable: true,
      get: () =>
        (found[entity] ??=
          entity === 'patient'
            ? roh.lebende(entity).filter((at) => akte[at] === at)
            : roh.lebende(entity)),
    });
  return all;
}
const LEBENDE = [
  'patient',
  'hkp',
  'parfall',
  'recall',
  'mitarbeiter',
  'fehlzeit',
  'behandler',
  'zimmer',
  'terminarten',
  'warteliste',
] as const satisfies readonly (keyof Bild['lebende'])[];

/**
 * Builds the image. `zuordnung`: the practice's own word which standard group its appointments belong to.
 * @param istFrei nobody reads the image before the last one of these rows any more: its columns are written over
 */
export function baueBild(
  roh: Rohdaten,
  heute: number,
  zuordnung: Zuordnung = OHNE,
  istFrei = false,
): Bild {
  const before = grundlagen.get(roh),
    raum = before?.raum ?? new Wechsel();
  raum.beginne(istFrei);
  const akte = aktenVon(roh),
    nummern = nummernVon(roh),
    {
      L: reiheL,
      T: reiheT,
      gefolgt,
    } = zeilenVon(roh, before, akte, zuordnung, nummern, raum, istFrei),
    patienten = roh.tabellen.patient.anzahl;
  const L1 = reiheL.folge.jetzt,
    T1 = reiheT.folge.jetzt,
    L0 = { ...L1, n: L1.roh.length, nachPatient: reiheL.nach, nummern: nummern.nummern },
    T0 = { ...T1, n: T1.roh.length, nachPatient: reiheT.nach };
  const besuche =
    before && gefolgt && before.heute === heute
      ? folgeBesuche(
          before.besuche,
          L0,
          T0,
          patienten,
          heute,
          new Set([...gefolgt.L.wer, ...gefolgt.T.wer].filter((p) => p >= 0)),
          gefolgt.L.strecken,
          gefolgt.T.strecken,
          raum,
        )
      : baueBesuche(L0, T0, patienten, heute);
  const L: Leistungen = {
      ...L0,
      ...vomTermin(roh, L0, T0, besuche.gehalten, reiheT.ort, raum),
      besuch: besuche.lBesuch,
    },
    T: Termine = { ...T0, status: besuche.status, besuch: besuche.tBesuch };
  const hours = roh.tabellen.arbeitszeit.seither(),
    bills = roh.tabellen.rechnung.seither(),
    A = (hours?.size === 0 ? zeiten.get(roh) : undefined) ?? arbeitszeitenVon(roh);
  zeiten.set(roh, A);
  let datenBis = LEER,
    R: Rechnungen | undefined;
  if (L.n > 0) datenBis = Math.max(datenBis, L.tag[L.n - 1]!);
  for (let i = T.n - 1; i >= 0 && T.tag[i]! > datenBis; i -= 1)
    if (T.status[i] === S.WAHRGENOMMEN) datenBis = T.tag[i]!;
  // Bills and lists are asked for by reports only: who waits for proposals does not wait for them.
  const bild: Bild = {
    roh,
    heute,
    akte,
    artGruppe: gruppenDerArten(roh, zuordnung),
    hatStichworte: (zuordnung.stichworte ?? []).length > 0,
    L,
    T,
    B: besuche.B,
    A,
    get R() {
      return (R ??= baueRechnungen(roh, L0.rechnung, L0.betrag, akte));
    },
    datenBis,
    lebende: lebendeVon(roh, akte),
  };
  const nachfolge =
    before && gefolgt && hours && bills && before.heute === heute
      ? {
          vor: before.bild,
          wer: new Set([...gefolgt.L.wer, ...gefolgt.T.wer]),
          termine: gefolgt.termine,
          rechnungen: bills,
          arbeitszeiten: hours,
        }
      : undefined;
  grundlagen.set(roh, {
    L: reiheL,
    T: reiheT,
    akte,
    zuordnung: zuordnungName(zuordnung),
    heute,
    besuche,
    raum,
    bild,
    nachfolge,
  });
  return bild;
}
/** The image that the newest one of its rows followed, and what changed; undefined where it was built as a whole. Told once, so that nobody holds images that are not read any more. */
export function nachfolgeVon(bild: Bild): Nachfolge | undefined {
  const own = grundlagen.get(bild.roh),
    found = own?.bild === bild ? own.nachfolge : undefined;
  if (own && found) own.nachfolge = undefined;
  return found;
}
/** Works out what an image puts off, before the rows under it change. */
export function fasse(bild: Bild): void {
  void bild.R;
  for (const entity of LEBENDE) void bild.lebende[entity];
}
