// The filter of a report, worked out once: which days, and which practitioners, rooms, … as marks by place, so that a row is judged by a few looks.

import {
  BEREICHE,
  VERSICHERUNG,
  type PvsEntity,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { STANDARDGRUPPEN } from '../../../shared/analytics/deliveries/standard-groups.ts';
import type { BerichtFilter } from '../../../shared/analytics/reports/report.ts';
import type { Bild } from './snapshot.ts';
import { plusMonate, tagVon, vergleichsspanne, WOCHENTAGE, wochentagVon } from './calendar.ts';
import { baueLinse, type Linse } from './invoices.ts';
import type { Stellen } from '../metrics/row-index.ts';
import { abStelle, gewaehlt, gruppiert, wachsende, type Gruppen } from './tables/sort-rows.ts';
import { bekannt, treffer } from './hits.ts';

/** What the practice set: targets by key figure and practitioner (`` is the practice) as they hold on the last day of the span. */
export type Ziele = ReadonlyMap<string, number>;

export interface Nur {
  readonly von: 'behandler' | 'terminart';
  readonly at: number;
  /** One row of a table: the others are asked for as well. */ readonly inTabelle?: true;
}
type Marken = Uint8Array | undefined;
export interface Auswahl {
  readonly bild: Bild;
  readonly filter: BerichtFilter;
  readonly von: number;
  readonly bis: number;
  /** The day on which a state is looked at: the last of the span, today at the latest. */
  readonly stichtag: number;
  /** Whether rows of patients are chosen by more than the patient: by who treated, where, what. */
  readonly istEnger: boolean;
  readonly ziele: Ziele;
  /** Where one practitioner, or one kind of appointment, is all that can be chosen: which (place in the table), so that only their rows are walked. The marks judge all the same. */
  readonly nur?: Nur | undefined;
  /** Billing proposals as they stand, where a key figure counts them: place of the record, day, practitioner (place), cents and whether these are certain. */
  readonly vorschlaege?: readonly {
    readonly pat: number;
    readonly tag: number;
    readonly behandler: number;
    readonly cents: number;
    readonly istGeschaetzt: boolean;
    readonly istUmgesetzt: boolean;
  }[];
  /** Only rows of this weekday (Monday 0), where one is meant. */
  readonly wochentag?: number | undefined;
  readonly marken: {
    behandler: Marken;
    zimmer: Marken;
    stempel: Marken;
    versicherung: Marken;
    bereich: Marken;
    terminart: Marken;
    team: Marken;
    /** Where a group is meant that keywords may say, too: by kind and keywords together; `terminart` then says which kinds can be chosen at all. */ stichwort: Marken;
  };
}

const linsen = new WeakMap<Bild, Map<string, Linse>>();
/** The services seen by invoice or by payment; made at first use of an image. */
export function linseVon(bild: Bild, basis: 'rechnung' | 'zahlung'): Linse {
  const known = linsen.get(bild) ?? new Map<string, Linse>();
  linsen.set(bild, known);
  let linse = known.get(basis);
  if (!linse) known.set(basis, (linse = baueLinse(bild.roh, bild.R, basis)));
  return linse;
}

function markenVon(bild: Bild, entity: PvsEntity, ids: readonly string[]): Marken {
  if (ids.length === 0) return undefined;
  const { anzahl, nach } = bild.roh.tabellen[entity],
    marks = new Uint8Array(anzahl);
  for (const id of ids) {
    const at = nach.get(id);
    if (at !== undefined) marks[at] = 1;
  }
  return marks;
}
function wortMarken<W extends string>(words: readonly W[], chosen: readonly W[]): Marken {
  return chosen.length === 0
    ? undefined
    : Uint8Array.from(words, (word) => (chosen.includes(word) ? 1 : 0));
}

/** Groups that keywords may say, and none. */
const WORTE = STANDARDGRUPPEN.length + 1;
/** Place of a kind of appointment (-1 without one) with the group of its keywords (-1 without one) among marks. */
const artMitWort = (art: number, wort: number): number => (art + 1) * WORTE + wort + 1;

/** The one that is marked, where it is one. */
function einzige(von: Nur['von'], marks: Marken): Nur | undefined {
  const at = marks ? marks.indexOf(1) : -1;
  return at >= 0 && marks!.indexOf(1, at + 1) < 0 ? { von, at } : undefined;
}
export function auswahlVon(bild: Bild, filter: BerichtFilter, ziele: Ziele = new Map()): Auswahl {
  let behandler = markenVon(bild, 'behandler', filter.behandler);
  const team = markenVon(bild, 'teams', filter.teams);
  if (team) {
    const own = bild.roh.tabellen.behandler.spalten['team']!,
      both = new Uint8Array(bild.roh.tabellen.behandler.anzahl);
    for (let at = 0; at < both.length; at += 1)
      if (own[at]! >= 0 && team[own[at]!] === 1 && (!behandler || behandler[at] === 1))
        both[at] = 1;
    behandler = both;
  }
  const terminart = markenVon(bild, 'terminarten', filter.terminart),
    termingruppe = markenVon(bild, 'termingruppen', filter.termingruppe),
    standard = wortMarken(
      STANDARDGRUPPEN,
      filter.termingruppe as (typeof STANDARDGRUPPEN)[number][],
    );
  let arten = terminart,
    stichwort: Marken;
  if (termingruppe && standard) {
    // A group is one of the practice's own, or one of the standard ones by its word.
    const t = bild.roh.tabellen.terminarten,
      own = t.spalten['gruppe']!,
      said = bild.artGruppe,
      both = new Uint8Array(t.anzahl);
    for (let at = 0; at < both.length; at += 1)
      if (
        ((own[at]! >= 0 && termingruppe[own[at]!] === 1) ||
          (said[at]! >= 0 && standard[said[at]!] === 1)) &&
        (!terminart || terminart[at] === 1)
      )
        both[at] = 1;
    arten = both;
    if (bild.hatStichworte) {
      // Of a kind that says no group, or without a kind, keywords say it: then no kind alone decides.
      stichwort = new Uint8Array((t.anzahl + 1) * WORTE);
      for (let at = -1; at < t.anzahl; at += 1) {
        const isAsked = at < 0 ? !terminart : !terminart || terminart[at] === 1,
          isIn = at >= 0 && both[at] === 1;
        for (let wort = -1; wort < STANDARDGRUPPEN.length; wort += 1)
          if (isIn || (isAsked && wort >= 0 && (at < 0 || said[at]! < 0) && standard[wort] === 1))
            stichwort[artMitWort(at, wort)] = 1;
      }
    }
  }
  const marken = {
    behandler,
    team,
    zimmer: markenVon(bild, 'zimmer', filter.zimmer),
    stempel: markenVon(bild, 'stempel', filter.stempel),
    versicherung: wortMarken(VERSICHERUNG, filter.versicherung),
    bereich: wortMarken(BEREICHE, filter.bereich),
    terminart: arten,
    stichwort,
  };
  const von = tagVon(filter.von),
    bis = tagVon(filter.bis),
    nur = einzige('behandler', behandler) ?? einzige('terminart', stichwort ? terminart : arten);
  return {
    bild,
    nur,
    filter,
    von,
    bis,
    ziele,
    stichtag: Math.min(bis, bild.heute),
    istEnger: [behandler, marken.zimmer, marken.stempel, marken.bereich, arten].some(Boolean),
    marken,
  };
}
/** The same choice in another span. */
export const imZeitraum = (a: Auswahl, von: number, bis: number): Auswahl => ({
  ...a,
  von,
  bis,
  stichtag: Math.min(bis, a.bild.heute),
});
/** The same choice of one practitioner only (place in the table); nobody where the filter leaves them out. */
export function beimBehandler(a: Auswahl, at: number): Auswahl {
  if (a.nur?.von === 'behandler' && a.nur.at === at) return a;
  const marks = new Uint8Array(a.bild.roh.tabellen.behandler.anzahl);
  if (!a.marken.behandler || a.marken.behandler[at] === 1) marks[at] = 1;
  return {
    ...a,
    istEnger: true,
    nur: { von: 'behandler', at, inTabelle: true },
    marken: { ...a.marken, behandler: marks },
  };
}
/** The same choice of the appointments of one kind only (place in the table), and of the services that belong to them. */
export function beiTerminart(a: Auswahl, at: number): Auswahl {
  const marks = new Uint8Array(a.bild.roh.tabellen.terminarten.anzahl),
    all = a.marken.stichwort;
  let stichwort: Marken;
  if (!all ? !a.marken.terminart || a.marken.terminart[at] === 1 : all[artMitWort(at, -1)] === 1)
    marks[at] = 1;
  // A kind that says no group: some of its appointments are chosen by their keywords.
  else if (all) {
    const own = all.subarray(artMitWort(at, -1), artMitWort(at + 1, -1));
    if (own.includes(1)) {
      stichwort = new Uint8Array(all.length);
      stichwort.set(own, artMitWort(at, -1));
    }
  }
  return {
    ...a,
    istEnger: true,
    nur: { von: 'terminart', at, inTabelle: true },
    marken: { ...a.marken, terminart: marks, stichwort },
  };
}
/** The same choice of one weekday only (Monday 0). */
export const beimWochentag = (a: Auswahl, wochentag: number): Auswahl => ({
  ...a,
  istEnger: true,
  wochentag,
});
/** Whether a span began and is not over. */
export const laeuftNoch = ({ von, bis, bild: { heute } }: Auswahl): boolean =>
  von <= heute && heute < bis;
/**
 * The choice in the span that it is compared with; null without a comparison.
 * A span that is not over is compared up to the same day: a part set beside a whole would have shrunk.
 * @param istGanz all of the other span, whatever is over
 */
export function vergleichVon(a: Auswahl, istGanz = false): Auswahl | null {
  const { vergleich } = a.filter,
    { heute } = a.bild;
  if (vergleich === 'KEIN') return null;
  const { von, bis } = vergleichsspanne(a.von, a.bis, vergleich);
  if (istGanz || !laeuftNoch(a)) return imZeitraum(a, von, bis);
  const last = vergleich === 'VORJAHR' ? plusMonate(heute, -12) : von + (heute - a.von);
  return imZeitraum(a, von, Math.min(bis, last));
}

/** Whether no row is chosen by more than its day and whose it is: then visits are chosen as a whole. */
export const nurPersonen = (a: Auswahl): boolean => {
  const m = a.marken;
  return !(m.behandler || m.zimmer || m.stempel || m.bereich || m.terminart);
};
/** Whether every row of the span is chosen. */
export const alleZeilen = (a: Auswahl): boolean => !a.istEnger && !a.marken.versicherung;
export const trifftTag = (a: Auswahl, tag: number): boolean =>
  a.wochentag === undefined || wochentagVon(tag) === a.wochentag;
const trifft = (marks: Marken, at: number): boolean =>
  marks === undefined || (at >= 0 && marks[at] === 1);
/** Whether a kind of appointment, with the group of its keywords, is chosen. */
const trifftArt = (
  { terminart, stichwort }: Auswahl['marken'],
  art: number,
  wort: number,
): boolean => (stichwort ? stichwort[artMitWort(art, wort)] === 1 : trifft(terminart, art));
export const passtBehandler = (a: Auswahl, at: number): boolean => trifft(a.marken.behandler, at);
export const passtZimmer = (a: Auswahl, at: number): boolean => trifft(a.marken.zimmer, at);
export const passtTeam = (a: Auswahl, at: number): boolean => trifft(a.marken.team, at);

/** Whether a service is chosen, whatever its day. */
export function passtL(a: Auswahl, i: number): boolean {
  const { L } = a.bild,
    m = a.marken;
  return (
    trifftTag(a, L.tag[i]!) &&
    trifft(m.behandler, L.behandler[i]!) &&
    trifft(m.zimmer, L.zimmer[i]!) &&
    trifft(m.stempel, L.stempel[i]!) &&
    trifft(m.versicherung, L.versicherung[i]!) &&
    trifft(m.bereich, L.bereich[i]!) &&
    trifftArt(m, L.terminart[i]!, L.stichwort[i]!)
  );
}
/** Whether an appointment is chosen, whatever its day; areas are no matter of appointments. */
export function passtT(a: Auswahl, i: number): boolean {
  const { T, roh } = a.bild,
    m = a.marken,
    b = T.behandler[i]!;
  return (
    trifftTag(a, T.tag[i]!) &&
    trifft(m.behandler, b) &&
    trifft(m.zimmer, T.zimmer[i]!) &&
    trifft(m.versicherung, T.versicherung[i]!) &&
    trifftArt(m, T.terminart[i]!, T.stichwort[i]!) &&
    (m.stempel === undefined ||
      (b >= 0 && trifft(m.stempel, roh.tabellen.behandler.spalten['stempel']![b]!)))
  );
}
/** Whether a row of working hours is chosen, whatever its day. */
export const passtA = (a: Auswahl, i: number): boolean => {
  const { behandler, zimmer, tag } = a.bild.A;
  return trifftTag(a, tag[i]!) && passtBehandler(a, behandler[i]!) && passtZimmer(a, zimmer[i]!);
};
/** Whether a record is chosen by its insurance. */
export const passtP = (a: Auswahl, at: number): boolean =>
  a.marken.versicherung === undefined ||
  (at >= 0 &&
    a.bild.roh.tabellen.patient.zustand[at] === 1 &&
    trifft(a.marken.versicherung, a.bild.roh.tabellen.patient.spalten['versicherung']![at]!));
/** Whether a plan, or a perio case, is chosen: by who made it and whose it is. */
export function passtPlan(a: Auswahl, entity: 'hkp' | 'parfall', at: number): boolean {
  const c = a.bild.roh.tabellen[entity].spalten,
    pat = c['patid']![at]!;
  return (
    trifft(a.marken.behandler, c['behandler']![at]!) && passtP(a, pat < 0 ? -1 : a.bild.akte[pat]!)
  );
}
const UNGEFRAGT = 0,
  KEINE = 1,
  EINE = 2;
const rechnungen = new WeakMap<Bild, Map<string, Uint8Array>>(),
  rechnungenDer = new WeakMap<Auswahl, Uint8Array>();
/** Choices whose invoices are remembered. */
const GEMERKT = 16;
/** What is known of invoices under a filter: whether one of their services is chosen. */
function rechnungsmarken(a: Auswahl): Uint8Array {
  let own = rechnungen.get(a.bild);
  if (!own) rechnungen.set(a.bild, (own = new Map()));
  const wort = wortVon(a, 'L'),
    known = own.get(wort);
  if (known) return known;
  const marks = new Uint8Array(a.bild.R.leistungen.from.length),
    listed = bekannt(a.bild, wort, 0, a.bild.L.n),
    { rechnung } = a.bild.L;
  if (listed) {
    marks.fill(KEINE);
    for (let k = 0; k < listed.length; k += 1) {
      const at = rechnung[listed[k]!]!;
      if (at >= 0) marks[at] = EINE;
    }
  }
  if (own.size >= GEMERKT) own.delete(own.keys().next().value!);
  own.set(wort, marks);
  return marks;
}
/** Whether one of the services of an invoice is chosen; looked at once. */
function hatLeistungen(a: Auswahl, of: number): boolean {
  let known = rechnungenDer.get(a);
  if (!known) rechnungenDer.set(a, (known = rechnungsmarken(a)));
  if (known[of] === UNGEFRAGT) {
    const { from, rows } = a.bild.R.leistungen;
    known[of] = KEINE;
    for (let g = from[of]!; g < from[of + 1]!; g += 1)
      if (passtL(a, rows[g]!)) {
        known[of] = EINE;
        break;
      }
  }
  return known[of] === EINE;
}
/** Whether an invoice is chosen: by its stamp and its patient, and where who treated what is chosen, by one of its services. */
export function passtR(a: Auswahl, at: number): boolean {
  const { R, roh } = a.bild,
    m = a.marken;
  if (m.behandler || m.zimmer || m.bereich || m.terminart || (m.versicherung && R.pat[at]! < 0))
    return hatLeistungen(a, R.ziel[at]! >= 0 ? R.ziel[at]! : at);
  return (
    (m.stempel === undefined ||
      trifft(m.stempel, roh.tabellen.rechnung.spalten['stempel']![at]!)) &&
    passtP(a, R.pat[at]!)
  );
}
/** Whether invoices are chosen by who treated what. */
export const nachLeistungen = ({ marken: m }: Auswahl): boolean =>
  [m.behandler, m.zimmer, m.bereich, m.terminart].some(Boolean);
/**
 * The share of a chosen invoice's money that is chosen, 0 to 1: of one that several people worked for, the part of the chosen services.
 * It is told by their sums; where those are nothing, by their number.
 */
export function anteilR(a: Auswahl, at: number): number {
  if (!nachLeistungen(a)) return 1;
  const { R, L } = a.bild,
    of = R.ziel[at]! >= 0 ? R.ziel[at]! : at,
    { from, rows } = R.leistungen;
  let sum = 0,
    count = 0;
  for (let g = from[of]!; g < from[of + 1]!; g += 1)
    if (passtL(a, rows[g]!)) {
      sum += L.betrag[rows[g]!]!;
      count += 1;
    }
  return R.summeLeistungen[of] === 0
    ? count / Math.max(1, from[of + 1]! - from[of]!)
    : sum / R.summeLeistungen[of]!;
}

const gruppen = new WeakMap<Int32Array, Gruppen>();
/** Rows by the place in a column, each group by day as all rows are; made at first use of an image. */
function nach(column: Int32Array, groups: number): Gruppen {
  let known = gruppen.get(column);
  if (!known) gruppen.set(column, (known = gruppiert(column, groups)));
  return known;
}
/** By what rows of a table are judged beside their day; areas are no matter of appointments. */
const T_MARKEN = [
    'behandler',
    'terminart',
    'zimmer',
    'stempel',
    'versicherung',
    'stichwort',
  ] as const,
  MARKEN = { L: [...T_MARKEN, 'bereich'], T: T_MARKEN } as const satisfies Record<
    string,
    readonly (keyof Auswahl['marken'])[]
  >;
/** Names all that a choice judges rows of a table by, and the one whose rows are walked. */
function wortVon(a: Auswahl, t: 'L' | 'T'): string {
  let word = `${t}${a.nur ? `${a.nur.von}${a.nur.at}` : ''} ${a.wochentag ?? ''}`;
  for (const art of MARKEN[t]) {
    const marks = a.marken[art];
    if (marks) word += ` ${art}${String.fromCharCode(...marks)}`;
  }
  return word;
}
/** Whether a choice asks of rows of a table nothing beside their days but that one practitioner or kind of appointment, if any. */
const sonstNichts = ({ nur, wochentag, marken: m }: Auswahl, t: 'L' | 'T'): boolean =>
  wochentag === undefined &&
  MARKEN[t].every((art) => m[art] === undefined || (art === nur?.von && m.stichwort === undefined));
/** How many practitioners or kinds of appointments there are. */
const anzahlVon = ({ roh: { tabellen } }: Bild, von: Nur['von']): number =>
  tabellen[von === 'behandler' ? 'behandler' : 'terminarten'].anzahl;
const gruppenDer = new WeakMap<Int32Array, Map<string, Gruppen>>();
/** Groups of a list; made at first use, and gone with the list. */
function gruppenVon(list: Int32Array, wort: string, mache: () => Gruppen): Gruppen {
  let own = gruppenDer.get(list);
  if (!own) gruppenDer.set(list, (own = new Map()));
  let made = own.get(wort);
  if (!made) own.set(wort, (made = mache()));
  return made;
}
/** Listed rows of a table, by the practitioner, the kind of appointment or the weekday. */
const listeNach = (
  bild: Bild,
  t: 'L' | 'T',
  list: Int32Array,
  von: Nur['von'] | 'wochentag',
): Gruppen =>
  gruppenVon(list, von, () => {
    const { from, rows } =
      von === 'wochentag'
        ? gruppiert(gewaehlt(bild[t].tag, list).map(wochentagVon), WOCHENTAGE.length)
        : gruppiert(gewaehlt(bild[t][von], list), anzahlVon(bild, von));
    return { from, rows: gewaehlt(list, rows) };
  });
const gruppe = ({ from, rows }: Gruppen, at: number): Int32Array =>
  rows.subarray(from[at], from[at + 1]);
interface Reihen {
  /** Places of `rows`, or of the table where there are none. */ ab: number;
  bis: number;
  rows: Int32Array | undefined;
  /** Each of them is chosen. */ istGanz: boolean;
}
/** Fewer rows than these are asked one by one rather than listed for the filter. */
const WENIGE_REIHEN = 64;
/** The same choice without what its row of a table adds: the one practitioner or kind, or the weekday. Undefined where it is no row of a table, or is judged by keywords of its own. */
function ohneZeile(a: Auswahl): Auswahl | undefined {
  if (a.wochentag !== undefined && !a.nur) return { ...a, wochentag: undefined };
  return a.wochentag === undefined && a.nur?.inTabelle === true && !a.marken.stichwort
    ? { ...a, nur: undefined, marken: { ...a.marken, [a.nur.von]: undefined } }
    : undefined;
}
/** Rows of the days of the span among which the chosen ones are: all, those of the one that alone can be chosen, or those listed for the filter. */
function reihen(a: Auswahl, t: 'L' | 'T'): Reihen {
  const { bild, nur } = a,
    table = bild[t],
    { tag } = table,
    aus = nur && gruppe(nach(table[nur.von], anzahlVon(bild, nur.von)), nur.at);
  const in_ = (rows: Int32Array | undefined, istGanz: boolean): Reihen => {
    const ab = abStelle(tag, a.von),
      bis = Math.max(ab, abStelle(tag, a.bis + 1));
    return rows
      ? { ab: abStelle(rows, ab), bis: abStelle(rows, bis), rows, istGanz }
      : { ab, bis, rows, istGanz };
  };
  if (nur && !a.marken.stichwort && a.marken[nur.von]![nur.at] !== 1)
    return { ab: 0, bis: 0, rows: aus, istGanz: true };
  const all = in_(aus, false);
  // Of the rows of one kind or practitioner nothing else may be asked: all of them are chosen.
  if (sonstNichts(a, t)) return { ...all, istGanz: true };
  const wort = wortVon(a, t),
    known = bekannt(bild, wort, all.ab, all.bis);
  if (known) return in_(known, true);
  if (all.bis - all.ab < WENIGE_REIHEN) return all;
  // Rows of a table under one filter are taken from what the filter lists, which is gone through once for all of them.
  const whole = ohneZeile(a),
    listed = whole && reihen(whole, t);
  if (listed?.istGanz && listed.rows)
    return in_(
      gruppe(
        listeNach(bild, t, listed.rows, a.wochentag === undefined ? nur!.von : 'wochentag'),
        a.wochentag ?? nur!.at,
      ),
      true,
    );
  return in_(
    treffer(
      bild,
      wort,
      aus,
      all.ab,
      all.bis,
      t === 'L' ? (i) => passtL(a, i) : (i) => passtT(a, i),
    ),
    true,
  );
}
/** Has the rows of the whole span listed, so that who walks it part by part finds them. */
export const listeVor = (a: Auswahl): void => {
  if (!alleZeilen(a)) {
    reihen(a, 'L');
    reihen(a, 'T');
  }
};
/** Whether any service of the span is one of those that alone can be chosen. */
export const hatL = (a: Auswahl): boolean => {
  const { ab, bis } = reihen(a, 'L');
  return ab < bis;
};
/** Calls back with each chosen service of the days of treatment. */
export function jedeL(a: Auswahl, visit: (i: number) => void): void {
  const { ab, bis, rows, istGanz } = reihen(a, 'L');
  for (let k = ab; k < bis; k += 1) {
    const i = rows ? rows[k]! : k;
    if (istGanz || passtL(a, i)) visit(i);
  }
}
/** Calls back with each chosen service from the newest one back, until it says that it has enough. */
export function neuesteL(a: Auswahl, visit: (i: number) => boolean): void {
  const { ab, bis, rows, istGanz } = reihen(a, 'L');
  for (let k = bis - 1; k >= ab; k -= 1) {
    const i = rows ? rows[k]! : k;
    if ((istGanz || passtL(a, i)) && visit(i)) return;
  }
}
/** Fewer services than these are looked at one by one rather than having their kind listed for all days. */
const WENIGE_ZEILEN = 4000;
/** One of so many services makes them many. */
const VIELE = 4;
/** Calls back with each chosen service among some places. */
export function jedeStelleL(a: Auswahl, stellen: Stellen, visit: (i: number) => void): void {
  const alle = alleZeilen(a);
  if (stellen.ist && stellen.istGemacht?.() === false) {
    const { tag } = a.bild.L,
      ab = abStelle(tag, a.von),
      ende = abStelle(tag, a.bis + 1);
    if (ende - ab < WENIGE_ZEILEN) {
      for (let i = ab; i < ende; i += 1) if (stellen.ist(i) && (alle || passtL(a, i))) visit(i);
      return;
    }
  }
  const { rows, tag } = stellen,
    ab = abStelle(tag, a.von),
    bis = abStelle(tag, a.bis + 1);
  if (a.nur && sonstNichts(a, 'L')) {
    if (a.marken[a.nur.von]![a.nur.at] !== 1) return;
    const own = gruppe(listeNach(a.bild, 'L', rows, a.nur.von), a.nur.at),
      end = abStelle(own, abStelle(a.bild.L.tag, a.bis + 1));
    for (let g = abStelle(own, abStelle(a.bild.L.tag, a.von)); g < end; g += 1) visit(own[g]!);
    return;
  }
  // Of what most services are, those that the filter lists are fewer.
  if (
    !alle &&
    stellen.ist &&
    (bis - ab) * VIELE > abStelle(a.bild.L.tag, a.bis + 1) - abStelle(a.bild.L.tag, a.von)
  ) {
    const { ist } = stellen;
    jedeL(a, (i) => {
      if (ist(i)) visit(i);
    });
    return;
  }
  for (let k = ab; k < bis; k += 1) {
    const i = rows[k]!;
    if (alle || passtL(a, i)) visit(i);
  }
}
/** Places of services seen by invoice or by payment on the days of the span that are chosen: of `rows`, or all where there are none. */
function linsenreihen(
  a: Auswahl,
  basis: 'rechnung' | 'zahlung',
): { ab: number; bis: number; rows: Int32Array | undefined } {
  const { tag, zeile } = linseVon(a.bild, basis),
    ab = abStelle(tag, a.von),
    bis = Math.max(ab, abStelle(tag, a.bis + 1));
  if (alleZeilen(a)) return { ab, bis, rows: undefined };
  const in_ = (rows: Int32Array): { ab: number; bis: number; rows: Int32Array } => ({
    ab: abStelle(rows, ab),
    bis: abStelle(rows, bis),
    rows,
  });
  const { nur, bild } = a,
    whole =
      nur && sonstNichts(a, 'L')
        ? { ...a, istEnger: false, nur: undefined, marken: { ...a.marken, [nur.von]: undefined } }
        : a.wochentag === undefined
          ? ohneZeile(a)
          : undefined;
  // Of one practitioner or kind among others: all of them are told apart at once.
  if (nur && whole)
    return a.marken[nur.von]![nur.at] === 1
      ? in_(gruppe(linseNach(bild, zeile, linsenreihen(whole, basis).rows, nur.von), nur.at))
      : { ab: 0, bis: 0, rows: undefined };
  const wort = `${basis} ${wortVon(a, 'L')}`;
  return in_(
    bekannt(bild, wort, ab, bis) ??
      treffer(bild, wort, undefined, ab, bis, (k) => passtL(a, zeile[k]!)),
  );
}
/** Places of services seen by invoice or by payment, by the practitioner or the kind of appointment. */
const linseNach = (
  bild: Bild,
  zeile: Int32Array,
  list: Int32Array | undefined,
  von: Nur['von'],
): Gruppen =>
  gruppenVon(list ?? zeile, `Linse ${von}`, () => {
    const { from, rows } = gruppiert(
      gewaehlt(bild.L[von], list ? gewaehlt(zeile, list) : zeile),
      anzahlVon(bild, von),
    );
    return { from, rows: list ? gewaehlt(list, rows) : rows };
  });
/** Calls back with each chosen service seen by the filter's basis, its share and the day on which it counts. */
export function jedeBuchung(
  a: Auswahl,
  visit: (i: number, anteil: number, tag: number) => void,
): void {
  const { basis } = a.filter;
  if (basis === 'leistung') {
    const { tag } = a.bild.L;
    jedeL(a, (i) => {
      visit(i, 1, tag[i]!);
    });
    return;
  }
  const { tag, zeile, anteil } = linseVon(a.bild, basis),
    { ab, bis, rows } = linsenreihen(a, basis);
  for (let g = ab; g < bis; g += 1) {
    const k = rows ? rows[g]! : g;
    visit(zeile[k]!, anteil[k]!, tag[k]!);
  }
}
/** Chosen services seen by the filter's basis, as stretches: places `from` up to before `to` of `rows` (of the image where there are none) and of their shares (1 where there are none). */
export function jederAuszug(
  a: Auswahl,
  visit: (
    rows: Int32Array | undefined,
    anteile: Float64Array | undefined,
    from: number,
    to: number,
  ) => void,
): void {
  if (a.filter.basis === 'leistung') {
    const { ab, bis, rows, istGanz } = reihen(a, 'L');
    if (istGanz) {
      visit(rows, undefined, ab, bis);
      return;
    }
    const chosen = new Int32Array(bis - ab);
    let many = 0;
    for (let k = ab; k < bis; k += 1) {
      const i = rows ? rows[k]! : k;
      if (passtL(a, i)) chosen[many++] = i;
    }
    visit(chosen, undefined, 0, many);
    return;
  }
  const { zeile, anteil } = linseVon(a.bild, a.filter.basis),
    { ab, bis, rows } = linsenreihen(a, a.filter.basis);
  if (!rows) {
    visit(zeile, anteil, ab, bis);
    return;
  }
  const places = rows.subarray(ab, bis);
  visit(gewaehlt(zeile, places), gewaehlt(anteil, places), 0, places.length);
}
/** Chosen services of the days of treatment, as a list. */
export function gewaehlteL(a: Auswahl): Int32Array {
  let found: Int32Array = new Int32Array(0);
  jederAuszug({ ...a, filter: { ...a.filter, basis: 'leistung' } }, (rows, _shares, from, to) => {
    if (rows) found = rows.subarray(from, to);
    else {
      found = new Int32Array(to - from);
      for (let k = from; k < to; k += 1) found[k - from] = k;
    }
  });
  return found;
}
/** Calls back with each chosen appointment of the days of the span. */
export function jederT(a: Auswahl, visit: (i: number) => void): void {
  const { ab, bis, rows, istGanz } = reihen(a, 'T');
  for (let k = ab; k < bis; k += 1) {
    const i = rows ? rows[k]! : k;
    if (istGanz || passtT(a, i)) visit(i);
  }
}
/** Calls back with each chosen row of working hours. */
export function jedeA(a: Auswahl, visit: (i: number) => void): void {
  const { tag, behandler } = a.bild.A,
    rows =
      a.nur?.von === 'behandler'
        ? gruppe(nach(behandler, anzahlVon(a.bild, 'behandler')), a.nur.at)
        : undefined;
  const ab = abStelle(tag, a.von),
    bis = abStelle(tag, a.bis + 1),
    from = rows ? abStelle(rows, ab) : ab,
    to = rows ? abStelle(rows, bis) : bis;
  for (let k = from; k < to; k += 1) {
    const i = rows ? rows[k]! : k;
    if (passtA(a, i)) visit(i);
  }
}
const besuche = new WeakMap<Bild, { marks: Uint8Array; nach: Map<string, Int32Array> }>();
/** Lists of visits that are remembered of an image. */
const BESUCHSLISTEN = 16;
/** Visits of the span with a chosen service or a chosen appointment kept, each once, in the order of the rows. */
function besucheUnter(a: Auswahl): Int32Array {
  let own = besuche.get(a.bild);
  if (!own) besuche.set(a.bild, (own = { marks: new Uint8Array(a.bild.B.n), nach: new Map() }));
  const { marks, nach: known } = own,
    wort = `${a.von} ${a.bis} ${wortVon(a, 'L')}`,
    before = known.get(wort);
  if (before) return before;
  const { L, T } = a.bild;
  const found = wachsende();
  const one = (besuch: number): void => {
    if (besuch < 0 || marks[besuch] === 1) return;
    marks[besuch] = 1;
    found.nimm(besuch);
  };
  jedeL(a, (i) => {
    one(L.besuch[i]!);
  });
  jederT(a, (i) => {
    one(T.besuch[i]!);
  });
  // The marks are given back clean.
  const made = found.liste();
  for (const besuch of made) marks[besuch] = 0;
  if (known.size >= BESUCHSLISTEN) known.delete(known.keys().next().value!);
  known.set(wort, made);
  return made;
}
/** Calls back once with each visit of the span that has a chosen service or a chosen appointment kept. */
export function jederBesuch(a: Auswahl, visit: (besuch: number) => void): void {
  const { B } = a.bild;
  if (nurPersonen(a)) {
    const { tag, pat } = B,
      alle = alleZeilen(a),
      { von, bis } = a;
    for (let b = 0; b < B.n; b += 1)
      if (
        tag[b]! >= von &&
        tag[b]! <= bis &&
        (alle || (trifftTag(a, tag[b]!) && passtP(a, pat[b]!)))
      )
        visit(b);
    return;
  }
  for (const besuch of besucheUnter(a)) visit(besuch);
}
