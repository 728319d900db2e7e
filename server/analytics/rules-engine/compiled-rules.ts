// Rules made ready for an image: tokens as tables of codes, conditions as functions, and what each rule is asked about: the day, a tooth, a region, a service, a plan.

import { findPosition } from '../../../catalog/find-position.ts';
import type { Regel } from '../../../shared/analytics/billing/rule.ts';
import { findMerkmal } from '../../../shared/analytics/billing/rule-facts.ts';
import {
  liesBedingung,
  liesMarke,
  liesMarkenbaum,
  liesMenge,
  liesZaehne,
  markenIn,
  type Bedingung,
  type Bezug,
  type Eintrag,
  type Fenster,
  type Marke,
  type Markenbaum,
  type Term,
} from '../../../shared/analytics/billing/rule-language.ts';
import { VERS } from '../snapshot/snapshot.ts';
import { tagVon } from '../snapshot/calendar.ts';
import { baueBaum, baueFrage, baueTerm, type Frage } from './expression.ts';
import type { Lage } from './day-state.ts';
import { praxisquote, type Finder, type Umfeld } from './facts.ts';
import type { Motorbild } from './engine-snapshot.ts';
import { ZAEHNE, zahnStelle } from './tooth-masks.ts';

/** A rule read once. */
export interface Gelesen {
  readonly regel: Regel;
  readonly heute: readonly Marke[];
  readonly keines: readonly Marke[];
  readonly historieKeine: readonly Marke[];
  readonly historieNoetig: readonly Marke[];
  readonly ersetzt: readonly Marke[];
  readonly baum: Markenbaum | null;
  readonly zusatz: Bedingung | null;
  readonly menge: Term;
  readonly namen: ReadonlySet<string>;
}
const inTerm = (
  term: Term,
  take: (name: string, marken: readonly Marke[], zweite: readonly Marke[]) => void,
): void => {
  if (term.art === 'merkmal') take(term.name, [], []);
  else if (term.art === 'ruf') take(term.name, term.marken, term.zweite);
  else if (term.art === 'rechnung') {
    inTerm(term.links, take);
    inTerm(term.rechts, take);
  } else if (term.art === 'tafel') take(term.schluessel, [], []);
};
const inEintrag = (one: Eintrag, take: Parameters<typeof inTerm>[1]): void => {
  if (one.art === 'einer') inTerm(one.term, take);
  else {
    inTerm(one.von, take);
    inTerm(one.bis, take);
  }
};
function inBedingung(b: Bedingung, take: Parameters<typeof inTerm>[1]): void {
  if (b.art === 'und' || b.art === 'oder') for (const one of b.teile) inBedingung(one, take);
  else if (b.art === 'nicht') inBedingung(b.von, take);
  else if (b.art === 'vergleich') {
    inTerm(b.links, take);
    inTerm(b.rechts, take);
  } else if (b.art === 'in') {
    inTerm(b.links, take);
    for (const one of b.liste) inEintrag(one, take);
    if (b.tafel) inTerm(b.tafel, take);
  } else if (b.art === 'wahr') inTerm(b.term, take);
}
/** @throws Sprachfehler */
export function liesRegel(regel: Regel): Gelesen {
  const lies = (worte: readonly string[]): Marke[] => worte.map((wort) => liesMarke(wort)),
    zusatz = liesBedingung(regel.zusatz),
    menge = liesMenge(regel.menge === '' ? '1' : regel.menge),
    namen = new Set<string>();
  const take = (name: string): void => {
    namen.add(name);
  };
  if (zusatz) inBedingung(zusatz, take);
  inTerm(menge, take);
  return {
    regel,
    heute: lies(regel.heuteEines),
    keines: lies(regel.heuteKeines),
    historieKeine: lies(regel.historieKeine),
    historieNoetig: lies(regel.historieNoetig),
    ersetzt: lies(regel.ersetzt ?? []),
    baum: regel.heuteAlle === '' ? null : liesMarkenbaum(regel.heuteAlle),
    zusatz,
    menge,
    namen,
  };
}

export type Anlass = 'HKP' | 'KVA' | 'TERMIN';
export interface Davor {
  readonly menge: Uint8Array;
  readonly fenster: Fenster;
  readonly bezug: Bezug;
  readonly marke: Marke;
}
export interface Uebersetzt {
  /** Its place among the rules that were made ready together. */
  readonly platz: number;
  readonly gelesen: Gelesen;
  readonly regel: Regel;
  readonly vers: Uint8Array;
  readonly von: number;
  readonly bis: number;
  /** Positions of which one must be there today; null where the rule hangs on none. */
  readonly heute: Uint8Array | null;
  /** What else of the day it may hang on: a plan made, a private one, an appointment kept. */
  readonly anlaesse: readonly Anlass[];
  readonly keines: readonly { menge: Uint8Array; bezug: Bezug }[];
  readonly historieKeine: readonly Davor[];
  readonly historieNoetig: readonly Davor[];
  readonly brauchtPlan: boolean;
  readonly baum: ((k: Lage) => boolean) | null;
  readonly zusatz: Frage | null;
  readonly menge: Finder;
  readonly ort: Bezug;
  readonly zahnListe: readonly number[] | null;
  /** Teeth are those of the history, since today's services say nothing of them. */
  readonly ausHistorie: boolean;
  readonly jeZeile: boolean;
  /** Whether its conditions ask of a single service or of the plan it names. */ readonly brauchtZeile: boolean;
  readonly jePlan: boolean;
  readonly istStand: boolean;
  readonly code: number;
  /** Another number at some teeth, by their places. */
  readonly dort: { readonly an: Uint8Array; readonly nr: string } | null;
  /** Whether its own position may be on the day already: quantities and `=`. */
  readonly darfDaSein: boolean;
  readonly ersetzt: Uint8Array | null;
  /** Charged by tooth, so that several teeth are several proposals. */
  readonly jeZahn: boolean;
  /** Ratios of the whole practice it asks for, by quarter. */
  readonly quoten: readonly ((quartal: number) => number | null)[];
}
const zahnListeVon = (b: Bedingung | null): number[] | null => {
  if (!b) return null;
  if (b.art === 'in' && !b.verneint && b.links.art === 'merkmal' && b.links.name === 'zahn')
    return b.liste
      .flatMap((one) =>
        one.art === 'einer' && one.term.art === 'zahl' ? [zahnStelle(one.term.wert)] : [],
      )
      .filter((at) => at >= 0);
  return b.art === 'und' ? (b.teile.map(zahnListeVon).find((one) => one !== null) ?? null) : null;
};
/** @param merke makes the number known before anybody asks for it */
function dortVon({ anZaehnen }: Regel, merke: (nr: string) => void): Uebersetzt['dort'] {
  if (!anZaehnen) return null;
  const an = new Uint8Array(ZAEHNE.length);
  for (const fdi of liesZaehne(anZaehnen.zaehne)) an[zahnStelle(fdi)] = 1;
  merke(anZaehnen.nr);
  return { an, nr: anZaehnen.nr };
}
const mitBezug = (baum: Markenbaum, bezug: Bezug): Markenbaum =>
  baum.art === 'marke'
    ? { art: 'marke', marke: baum.marke.bezug === '' ? { ...baum.marke, bezug } : baum.marke }
    : { ...baum, teile: baum.teile.map((one) => mitBezug(one, bezug)) };

export function uebersetze(
  g: Gelesen,
  platz: number,
  m: Motorbild,
  u: Umfeld,
  mitAnderen: boolean,
): Uebersetzt {
  const { regel } = g,
    { buch } = m,
    ofPlan = (one: Marke): boolean =>
      one.system === 'HKP' || one.system === 'KVA' || one.system === 'TERMIN';
  const baumMarken = g.baum ? markenIn(g.baum) : [],
    heuteMarken = [...g.heute, ...baumMarken.filter((one) => one.fenster === null)],
    dienste = heuteMarken.filter((one) => !ofPlan(one));
  const davor = (list: readonly Marke[]): Davor[] =>
    list
      .filter((one) => !ofPlan(one))
      .map((marke) => ({
        menge: buch.menge([marke]),
        fenster: marke.fenster ?? { art: 'EVER' },
        bezug: marke.bezug,
        marke,
      }));
  const rufBezug = { Z: false };
  let zaehltSich = false;
  const quoten: ((quartal: number) => number | null)[] = [];
  const noteCall = (name: string, marken: readonly Marke[], zweite: readonly Marke[]): void => {
    if (marken.some((one) => one.bezug === 'Z')) rufBezug.Z = true;
    if (name === 'praxisquote') quoten.push(praxisquote(m, buch.menge(marken), buch.menge(zweite)));
  };
  if (g.zusatz) inBedingung(g.zusatz, noteCall);
  inTerm(g.menge, noteCall);
  const alle = [...g.keines, ...g.historieKeine, ...g.historieNoetig, ...baumMarken],
    je = [...g.namen].map((name) => findMerkmal(name)?.je);
  const ort: Bezug =
    rufBezug.Z ||
    regel.anZaehnen !== undefined ||
    alle.some((one) => one.bezug === 'Z') ||
    je.includes('zahn')
      ? 'Z'
      : alle.some((one) => one.bezug === 'K')
        ? 'K'
        : '';
  const istStand = heuteMarken.length === 0,
    vers = new Uint8Array(4);
  if (regel.kasse !== 'PKV') vers[VERS.GKV] = 1;
  if (regel.kasse !== 'GKV') {
    vers[VERS.GKV] = 1;
    vers[VERS.PKV] = 1;
    vers[VERS.SELBST] = 1;
    vers[VERS.SONST] = mitAnderen ? 1 : 0;
  }
  const position = regel.position,
    code =
      position === null || position.nr === '=' || position.nr.endsWith('*')
        ? 0
        : buch.code(position.system, position.nr),
    unit = position === null ? '' : (findPosition(position.system, position.nr)?.unit ?? '');
  // What is proposed by how many are missing may stand on the day already.
  inTerm(g.menge, (_, marken) => {
    if (marken.some((one) => code > 0 && buch.menge([one])[code] === 1)) zaehltSich = true;
  });
  return {
    platz,
    gelesen: g,
    regel,
    vers,
    von: regel.gueltigVon === null ? -2_000_000_000 : tagVon(regel.gueltigVon),
    bis: regel.gueltigBis === null ? 2_000_000_000 : tagVon(regel.gueltigBis),
    heute: dienste.length === 0 ? null : buch.menge(dienste),
    anlaesse: heuteMarken.filter(ofPlan).map((one) => one.system as Anlass),
    keines: g.keines.map((marke) => ({ menge: buch.menge([marke]), bezug: marke.bezug })),
    historieKeine: davor(g.historieKeine),
    historieNoetig: davor(g.historieNoetig),
    brauchtPlan: g.historieNoetig.some(ofPlan),
    baum: g.baum && baueBaum(ort === '' ? g.baum : mitBezug(g.baum, ort), m),
    zusatz: g.zusatz && baueFrage(g.zusatz, m, u),
    menge: baueTerm(g.menge, m, u),
    ort,
    zahnListe: zahnListeVon(g.zusatz),
    ausHistorie:
      g.historieNoetig.some((one) => one.bezug === 'Z') &&
      (istStand || g.heute.some((one) => one.muster === '*')),
    jeZeile: je.includes('zeile'),
    brauchtZeile: je.includes('zeile') || je.includes('plan'),
    jePlan: istStand && je.includes('plan'),
    istStand,
    code,
    dort: dortVon(regel, (wort) => buch.code(regel.position?.system ?? 'BEMA', wort)),
    darfDaSein:
      position === null ||
      position.nr === '=' ||
      regel.art === 'PRUEFUNG' ||
      (code > 0 && g.heute.some((one) => buch.menge([one])[code] === 1)) ||
      (code > 0 && zaehltSich),
    ersetzt: g.ersetzt.length === 0 ? null : buch.menge(g.ersetzt),
    jeZahn: /^(?:Zahn|Kanal|Kavität|Trennstelle)/.test(unit),
    quoten,
  };
}
