// Sums of key figures by day, kept beside the image: where each row counts on a day of its own whatever else is asked, any span is a sum of days. Kept for everything and for each practitioner, kind of appointment, room, stamp, insurance and area; a new delivery has only the days walked again whose rows changed. Under a filter that is asked for again and again they are kept for its rows, by practitioner and kind, until the next image.

import {
  BEREICHE,
  VERSICHERUNG,
  type PvsEntity,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { auswahlVon, listeVor, passtL, passtT, type Auswahl } from '../snapshot/selection.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { tagText, wochentagVon } from '../snapshot/calendar.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';
import { LEBT } from '../snapshot/tables/column-table.ts';
import type { Definition, Senke } from './sink.ts';
import { stelleDerLeistung, stelleDesTermins } from './row-index.ts';

/** What is summed up: a walk whose rows count on a day of their own; or visits, of which `besuch` says whether one counts: -1 not at all, 0 as denominator, 1 on both sides. */
export interface Mass {
  readonly wort: string;
  readonly weg: Definition;
  /** The walk's denominator is asked of another one. */ readonly ohneNenner?: boolean;
  readonly besuch?: (bild: Bild) => (besuch: number) => -1 | 0 | 1;
}
/** Ways to choose of which sums are kept, one at a time. */
const ARTEN = ['behandler', 'terminart', 'zimmer', 'stempel', 'versicherung', 'bereich'] as const;
const STEMPEL = 3,
  VERSICHERT = 4,
  BEREICHSWEISE = 5;

/** Sums by day of one choice. */
interface Spalte {
  readonly nr: number;
  readonly werte: Float64Array;
}
/** Place 0: everything; then of each way to choose one for rows that it does not judge, and one for each that can be chosen. */
type Seite = (Spalte | undefined)[];
interface Gehalten {
  readonly mass: Mass;
  readonly z: Seite;
  readonly n: Seite;
}
interface Speicher {
  readonly ab: number;
  readonly bis: number;
  readonly anfang: readonly number[];
  readonly groessen: readonly number[];
  readonly masse: Map<string, Gehalten>;
  readonly spalten: Spalte[];
}
/** The sums as an image has them. Once a newer image has them, `alt` says of the days that were walked again what stood there before, by the columns' numbers. */
interface Stand {
  readonly speicher: Speicher;
  /** Only rows of this filter, and of ways to choose only those that tables go through; without it everything. */ readonly unter?: Auswahl['marken'];
  /** Days that were asked for so far. */ gefragt: number;
  alt?: ReadonlyMap<number, Float64Array>;
  nach?: Stand;
}
const staende = new WeakMap<Bild, Stand>();

/** More days back nothing is kept of, so that a wrong date of one row does not cost gigabytes; a span that reaches there is walked. */
const ZURUECK = 366 * 12,
  VORAUS = 366 * 3;
/** Days that may come before everything is made anew. */
const RESERVE = 60;

function groessenVon({ roh: { tabellen: t } }: Bild): number[] {
  return [
    t.behandler.anzahl,
    t.terminarten.anzahl,
    t.zimmer.anzahl,
    t.stempel.anzahl,
    VERSICHERUNG.length,
    BEREICHE.length,
  ];
}
/** First and last day of anything that walks visit. */
export function grenzenVon(bild: Bild): { erster: number; letzter: number } {
  let erster = Infinity,
    letzter = -Infinity;
  for (const { tag } of [bild.L, bild.T, bild.A])
    if (tag.length > 0) {
      erster = Math.min(erster, tag[0]!);
      letzter = Math.max(letzter, tag[tag.length - 1]!);
    }
  return erster > letzter ? { erster: bild.heute, letzter: bild.heute } : { erster, letzter };
}
function leererStand(bild: Bild): Stand {
  const { erster, letzter } = grenzenVon(bild),
    { heute } = bild,
    groessen = groessenVon(bild),
    anfang: number[] = [];
  let next = 1;
  for (const many of groessen) {
    anfang.push(next);
    next += many + 1;
  }
  return {
    gefragt: 0,
    speicher: {
      ab: Math.max(erster, heute - ZURUECK),
      bis: Math.max(heute, Math.min(letzter, heute + VORAUS)) + RESERVE,
      anfang,
      groessen,
      masse: new Map(),
      spalten: [],
    },
  };
}
function standVon(bild: Bild): Stand {
  let stand = staende.get(bild);
  if (!stand) staende.set(bild, (stand = leererStand(bild)));
  return stand;
}

const gefiltert = new WeakMap<Bild, Map<string, Stand>>();
/** Filters whose sums are remembered of an image. */
const FILTER = 3;
/** Sums under a filter are made once it was asked for so many times the days that there are: until then rows are walked. */
const OFT = 2;
/** The sums under a filter; undefined as long as it is not worth making them. */
function standUnter(a: Auswahl, unter: Auswahl['marken']): Stand | undefined {
  let own = gefiltert.get(a.bild);
  if (!own) gefiltert.set(a.bild, (own = new Map()));
  const wort = Object.entries(unter)
    .map(([art, marks]) => (marks ? `${art}${String.fromCharCode(...marks)}` : ''))
    .join(' ');
  let stand = own.get(wort);
  if (!stand) {
    if (own.size >= FILTER) own.delete(own.keys().next().value!);
    own.set(wort, (stand = { ...leererStand(a.bild), unter }));
  }
  const { ab, bis } = stand.speicher;
  stand.gefragt += Math.max(0, Math.min(a.bis, bis) - Math.max(a.von, ab) + 1);
  return stand.gefragt > OFT * (bis - ab + 1) ? stand : undefined;
}

/** Adds what rows count to their day, in every choice that they belong to. */
class Sammler implements Senke {
  private readonly speicher: Speicher;
  private readonly bild: Bild;
  private readonly ortL: Int32Array;
  private readonly ortT: Int32Array;
  private readonly vonBehandler: Int32Array;
  private readonly a: { tag: Int32Array; behandler: Int32Array; zimmer: Int32Array };
  private zSeite: Seite = [];
  private nSeite: Seite | undefined;
  /** Every way to choose, else only those that tables go through. */
  private readonly istGanz: boolean;
  constructor({ speicher, unter }: Stand, bild: Bild) {
    this.speicher = speicher;
    this.istGanz = unter === undefined;
    this.bild = bild;
    this.ortL = stelleDerLeistung(bild);
    this.ortT = stelleDesTermins(bild);
    const { behandler, arbeitszeit } = bild.roh.tabellen,
      c = arbeitszeit.spalten;
    this.vonBehandler = behandler.spalten['stempel'] as Int32Array;
    this.a = {
      tag: c['datum'] as Int32Array,
      behandler: c['behandler'] as Int32Array,
      zimmer: c['zimmer'] as Int32Array,
    };
  }
  /** Walks a stretch of days for one of what is kept. */
  sammle({ mass, z, n }: Gehalten, alle: Auswahl): void {
    this.zSeite = z;
    this.nSeite = mass.ohneNenner === true ? undefined : n;
    if (mass.besuch) this.besuche(mass.besuch(this.bild), alle);
    else mass.weg(alle, this);
  }
  z(entity: PvsEntity, at: number, wert: number): void {
    if (wert !== 0) this.nimm(this.zSeite, entity, at, wert);
  }
  n(entity: PvsEntity, at: number, wert: number): void {
    if (wert !== 0 && this.nSeite) this.nimm(this.nSeite, entity, at, wert);
  }
  private nimm(seite: Seite, entity: PvsEntity, at: number, wert: number): void {
    const [b0, t0, z0, s0, v0, g0] = this.speicher.anfang as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (entity === 'leistung') {
      const { L } = this.bild,
        i = this.ortL[at]!,
        d = L.tag[i]! - this.speicher.ab;
      this.zu(seite, 0, d, wert);
      if (L.behandler[i]! >= 0) this.zu(seite, b0 + 1 + L.behandler[i]!, d, wert);
      if (L.terminart[i]! >= 0) this.zu(seite, t0 + 1 + L.terminart[i]!, d, wert);
      if (!this.istGanz) return;
      if (L.zimmer[i]! >= 0) this.zu(seite, z0 + 1 + L.zimmer[i]!, d, wert);
      if (L.stempel[i]! >= 0) this.zu(seite, s0 + 1 + L.stempel[i]!, d, wert);
      if (L.versicherung[i]! >= 0) this.zu(seite, v0 + 1 + L.versicherung[i]!, d, wert);
      if (L.bereich[i]! >= 0) this.zu(seite, g0 + 1 + L.bereich[i]!, d, wert);
    } else if (entity === 'termin') {
      const { T } = this.bild,
        i = this.ortT[at]!,
        d = T.tag[i]! - this.speicher.ab,
        b = T.behandler[i]!,
        stempel = b < 0 ? -1 : this.vonBehandler[b]!;
      this.zu(seite, 0, d, wert);
      if (b >= 0) this.zu(seite, b0 + 1 + b, d, wert);
      if (T.terminart[i]! >= 0) this.zu(seite, t0 + 1 + T.terminart[i]!, d, wert);
      if (!this.istGanz) return;
      // Areas are no matter of appointments.
      this.zu(seite, g0, d, wert);
      if (T.zimmer[i]! >= 0) this.zu(seite, z0 + 1 + T.zimmer[i]!, d, wert);
      if (stempel >= 0) this.zu(seite, s0 + 1 + stempel, d, wert);
      if (T.versicherung[i]! >= 0) this.zu(seite, v0 + 1 + T.versicherung[i]!, d, wert);
    } else {
      const { tag, behandler, zimmer } = this.a,
        d = tag[at]! - this.speicher.ab;
      this.zu(seite, 0, d, wert);
      // Hours of work are chosen by who and where only.
      for (const start of [t0, s0, v0, g0]) this.zu(seite, start, d, wert);
      if (behandler[at]! >= 0) this.zu(seite, b0 + 1 + behandler[at]!, d, wert);
      if (zimmer[at]! >= 0) this.zu(seite, z0 + 1 + zimmer[at]!, d, wert);
    }
  }
  private zu(seite: Seite, platz: number, d: number, wert: number): void {
    let spalte = seite[platz];
    if (spalte === undefined) {
      const { spalten, ab, bis } = this.speicher;
      spalten.push(
        (spalte = seite[platz] = { nr: spalten.length, werte: new Float64Array(bis - ab + 1) }),
      );
    }
    spalte.werte[d]! += wert;
  }
  /** Visits of a stretch of days: one belongs to each practitioner, room … of its services and kept appointments, and counts once there. */
  private besuche(urteil: (besuch: number) => -1 | 0 | 1, alle: Auswahl): void {
    const { von, bis } = alle,
      { istGanz } = this,
      { L, T, B, roh } = this.bild,
      { anfang, ab } = this.speicher,
      breite = anfang[VERSICHERT]!,
      { zustand, spalten } = roh.tabellen.patient,
      vers = spalten['versicherung']!;
    let l = abStelle(L.tag, von),
      t = abStelle(T.tag, von),
      marken = new Uint8Array(64 * breite);
    for (let tag = von; tag <= bis; tag += 1) {
      const orte = new Map<number, number>(),
        ort = (b: number): number => {
          let at = orte.get(b);
          if (at === undefined) {
            orte.set(b, (at = orte.size * breite));
            if (at + breite > marken.length) {
              const more = new Uint8Array(marken.length * 2);
              more.set(marken);
              marken = more;
            }
          }
          return at;
        };
      const merke = (at: number, art: number, place: number): void => {
        if (place >= 0) marken[at + anfang[art]! + 1 + place] = 1;
      };
      for (; l < L.n && L.tag[l] === tag; l += 1) {
        const b = L.besuch[l]!;
        if (b < 0 || (!istGanz && !passtL(alle, l))) continue;
        const at = ort(b);
        merke(at, 0, L.behandler[l]!);
        merke(at, 1, L.terminart[l]!);
        merke(at, 2, L.zimmer[l]!);
        merke(at, STEMPEL, L.stempel[l]!);
      }
      for (; t < T.n && T.tag[t] === tag; t += 1) {
        const b = T.besuch[t]!,
          who = T.behandler[t]!;
        if (b < 0 || (!istGanz && !passtT(alle, t))) continue;
        const at = ort(b);
        merke(at, 0, who);
        merke(at, 1, T.terminart[t]!);
        merke(at, 2, T.zimmer[t]!);
        merke(at, STEMPEL, who < 0 ? -1 : this.vonBehandler[who]!);
      }
      for (const [b, at] of orte) {
        const counts = urteil(b),
          p = B.pat[b]!,
          v = zustand[p] === LEBT ? vers[p]! : -1;
        if (counts >= 0)
          for (const seite of counts === 1 ? [this.zSeite, this.nSeite!] : [this.nSeite!]) {
            this.zu(seite, 0, tag - ab, 1);
            for (let k = 1; k < breite; k += 1)
              if (marken[at + k] === 1) this.zu(seite, k, tag - ab, 1);
            if (v >= 0) this.zu(seite, breite + 1 + v, tag - ab, 1);
          }
      }
      marken.fill(0, 0, orte.size * breite);
    }
  }
}

/** Everything of some days, seen by the day of treatment. */
function allesVon(bild: Bild, von: number, bis: number): Auswahl {
  return auswahlVon(bild, {
    von: tagText(von),
    bis: tagText(bis),
    vergleich: 'KEIN',
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
  });
}
/** Rows that are walked in one piece, more or less. */
const STUECK = 4000;
function* sammleGanz(stand: Stand, bild: Bild, mass: Mass): Generator<void> {
  const { speicher } = stand,
    kept: Gehalten = { mass, z: [], n: [] },
    sammler = new Sammler(stand, bild),
    { ab, bis } = speicher,
    days = Math.max(7, Math.ceil(((bis - ab) * STUECK) / (bild.L.n + bild.T.n + 1)));
  for (let von = ab; von <= bis; von += days) {
    sammler.sammle(kept, allesVon(bild, von, Math.min(bis, von + days - 1)));
    yield;
  }
  if (!speicher.masse.has(mass.wort)) speicher.masse.set(mass.wort, kept);
}
/** Makes the sums of a walk under a filter. */
function sammleUnter(stand: Stand, unter: Auswahl['marken'], bild: Bild, mass: Mass): void {
  const { speicher } = stand,
    kept: Gehalten = { mass, z: [], n: [] },
    alle: Auswahl = { ...allesVon(bild, speicher.ab, speicher.bis), istEnger: true, marken: unter };
  listeVor(alle);
  new Sammler(stand, bild).sammle(kept, alle);
  speicher.masse.set(mass.wort, kept);
}
/** Makes the sums of an image that are not there yet, in small pieces. */
export function* baueTagessummen(bild: Bild, masse: Iterable<Mass>): Generator<void> {
  const stand = standVon(bild);
  for (const mass of masse)
    if (!stand.speicher.masse.has(mass.wort)) yield* sammleGanz(stand, bild, mass);
}
/**
 * Takes the sums of the last image over to the next one. @param tage all days on which any row of them differs
 * @returns whether it could; otherwise they are made anew
 */
export function folgeTagessummen(vor: Bild, bild: Bild, tage: ReadonlySet<number>): boolean {
  const last = staende.get(vor),
    { erster, letzter } = grenzenVon(bild),
    groessen = groessenVon(bild);
  if (!last || last.nach || vor.heute !== bild.heute) return false;
  const { speicher } = last,
    { ab, bis, spalten } = speicher;
  if (
    groessen.some((many, at) => many !== speicher.groessen[at]) ||
    Math.max(erster, bild.heute - ZURUECK) < ab ||
    Math.min(letzter, bild.heute + VORAUS) > bis
  )
    return false;
  const own = [...tage].filter((tag) => tag >= ab && tag <= bis).sort((x, y) => x - y),
    stand: Stand = { gefragt: 0, speicher };
  last.alt = new Map(
    own.map((tag) => [
      tag,
      Float64Array.from(spalten, ({ werte }) => {
        const before = werte[tag - ab]!;
        werte[tag - ab] = 0;
        return before;
      }),
    ]),
  );
  last.nach = stand;
  staende.set(bild, stand);
  const sammler = new Sammler(stand, bild);
  for (let k = 0; k < own.length;) {
    let to = k + 1;
    while (to < own.length && own[to] === own[to - 1]! + 1) to += 1;
    const alle = allesVon(bild, own[k]!, own[to - 1]!);
    for (const kept of speicher.masse.values()) sammler.sammle(kept, alle);
    k = to;
  }
  return true;
}

/** The one way in which a choice is narrowed beside its days, -1 where it is not; `unter`: the filter below it, where there are more ways. */
function wahlVon({ marken, nur }: Auswahl): {
  art: number;
  marks: Uint8Array | undefined;
  unter: Auswahl['marken'] | undefined;
} {
  const ways = ARTEN.filter((art) => marken[art] !== undefined);
  // What keywords choose is judged row by row, the kind of appointment with it.
  if (!marken.stichwort && ways.length <= 1)
    return ways.length === 0
      ? { art: -1, marks: undefined, unter: undefined }
      : { art: ARTEN.indexOf(ways[0]!), marks: marken[ways[0]!], unter: undefined };
  const von = marken.stichwort
    ? marken.behandler
      ? 'behandler'
      : undefined
    : (nur?.von ?? (marken.behandler ? 'behandler' : undefined));
  return von
    ? {
        art: ARTEN.indexOf(von),
        marks: marken[von],
        unter: { ...marken, team: undefined, [von]: undefined },
      }
    : { art: -1, marks: undefined, unter: { ...marken, team: undefined } };
}
function gezaehlt(marks: Uint8Array): number {
  let many = 0;
  for (let at = 0; at < marks.length; at += 1) many += marks[at]!;
  return many;
}
/** Value of a day as it was for an image that is not the newest any more. */
function frueher(stand: Stand, { nr, werte }: Spalte, tag: number): number {
  for (let s = stand; s.nach; s = s.nach) {
    const before = s.alt!.get(tag);
    if (before) return before[nr] ?? 0;
  }
  return werte[tag - stand.speicher.ab]!;
}
function summe(
  stand: Stand,
  spalte: Spalte | undefined,
  from: number,
  to: number,
  wochentag: number | undefined,
): number {
  if (!spalte) return 0;
  const { werte } = spalte,
    { ab } = stand.speicher;
  let sum = 0;
  if (!stand.nach && wochentag === undefined) {
    for (let d = from - ab; d <= to - ab; d += 1) sum += werte[d]!;
    return sum;
  }
  for (let tag = from; tag <= to; tag += 1)
    if (wochentag === undefined || wochentagVon(tag) === wochentag)
      sum += frueher(stand, spalte, tag);
  return sum;
}
/** Whether a choice is narrowed in any way beside its days. */
const istEngerGewaehlt = ({ marken }: Auswahl): boolean =>
  marken.stichwort !== undefined || ARTEN.some((art) => marken[art] !== undefined);
/** Sums of a walk's numerator in the span of a choice of everything, for each that can be chosen in one way by its place, one on: the first is of rows that name none. Undefined where they are not kept. */
export function summenJeOrt(
  a: Auswahl,
  mass: Mass,
  art: (typeof ARTEN)[number],
): Float64Array | undefined {
  if (a.filter.basis !== 'leistung' || a.wochentag !== undefined || istEngerGewaehlt(a))
    return undefined;
  const all = tagessummen(a, mass),
    kept = standVon(a.bild).speicher.masse.get(mass.wort),
    which = ARTEN.indexOf(art),
    { anfang, groessen } = standVon(a.bild).speicher,
    found = new Float64Array(groessen[which]! + 1);
  if (!all || !kept) return undefined;
  const stand = standVon(a.bild),
    { erster, letzter } = grenzenVon(a.bild),
    from = Math.max(a.von, erster),
    to = Math.min(a.bis, letzter);
  found[0] = all.z;
  if (to >= from)
    for (let at = 0; at < groessen[which]!; at += 1) {
      const sum = summe(stand, kept.z[anfang[which]! + 1 + at], from, to, undefined);
      found[at + 1] = sum;
      found[0] -= sum;
    }
  return found;
}
/** Sums of a walk in the span of the choice, numerator and denominator; undefined where they are not kept for such a choice. */
export function tagessummen(a: Auswahl, mass: Mass): { z: number; n: number } | undefined {
  // Which appointments of one kind their keywords choose is another question for each kind: their rows are few.
  if (a.filter.basis !== 'leistung' || (a.marken.stichwort && a.nur?.von === 'terminart'))
    return undefined;
  const { art, marks, unter } = wahlVon(a);
  // A visit may belong to several of those chosen, but counts once.
  if (
    mass.besuch &&
    marks &&
    (art === BEREICHSWEISE || (art !== VERSICHERT && gezaehlt(marks) > 1))
  )
    return undefined;
  const stand = unter ? standUnter(a, unter) : standVon(a.bild);
  if (!stand) return undefined;
  const { speicher } = stand,
    { ab, bis, anfang } = speicher,
    { erster, letzter } = grenzenVon(a.bild),
    from = Math.max(a.von, erster),
    to = Math.min(a.bis, letzter),
    sum = { z: 0, n: 0 };
  if (to < from) return sum;
  if (from < ab || to > bis) return undefined;
  // Nobody was there to make it before: now, as a whole.
  if (unter && !speicher.masse.has(mass.wort)) sammleUnter(stand, unter, a.bild, mass);
  if (!speicher.masse.has(mass.wort)) {
    if (stand.nach) return undefined;
    for (const _ of sammleGanz(stand, a.bild, mass));
  }
  const kept = speicher.masse.get(mass.wort)!,
    add = (platz: number): void => {
      sum.z += summe(stand, kept.z[platz], from, to, a.wochentag);
      sum.n += summe(stand, kept.n[platz], from, to, a.wochentag);
    };
  if (!marks) {
    add(0);
    return sum;
  }
  if (!mass.besuch) add(anfang[art]!);
  for (let at = 0; at < marks.length; at += 1) if (marks[at] === 1) add(anfang[art]! + 1 + at);
  return sum;
}
