// The language billing rules are written in: tokens of positions with window and scope, conditions over a day, quantities; read into trees, with errors that name place and word. Pure.

import { findMerkmal, FUNKTIONEN } from './rule-facts.ts';

/**
 * Windows lie before the day of treatment; the day itself is no part of them, except in `count` and `qty`, which add it.
 * TAGE n: the n days before · MONATE n: a service counts while its day plus n months is not before the day (last of the month where it is shorter, § 188 BGB)
 * · KJ, KHJ, Q same calendar year, half, quarter · QUARTALE n: this quarter and the n-1 before · CASE_PAR since the plan of the current perio case · HKP since the current plan · UPTZEITRAUM since its first UPT
 * · FENSTER: at an age of the same early-check window · EVER.
 */
export type Fenster =
  | { readonly art: 'TAGE' | 'MONATE' | 'QUARTALE'; readonly n: number }
  | { readonly art: 'KJ' | 'KHJ' | 'Q' | 'CASE_PAR' | 'HKP' | 'UPTZEITRAUM' | 'FENSTER' | 'EVER' };
/** `Z` the same tooth, `K` the same quadrant or front; '' anywhere. Services without a tooth exclude (what must not be there), but prove nothing (what must). */
export type Bezug = '' | 'Z' | 'K';
/** `B:13*~24M@Z`. Of plans `ERSTELLT` (made that day) and `LAUFEND` (begun, not inserted); `TERMIN:*` an appointment kept that day, with or without services. */
export interface Marke {
  readonly system: 'BEMA' | 'GOZ' | 'GOAE' | 'HKP' | 'KVA' | 'TERMIN';
  readonly muster: string;
  readonly fenster: Fenster | null;
  readonly bezug: Bezug;
  readonly wort: string;
}
export type Markenbaum =
  | { readonly art: 'marke'; readonly marke: Marke }
  | { readonly art: 'und' | 'oder'; readonly teile: readonly Markenbaum[] };

export interface Dauer {
  readonly n: number;
  readonly einheit: 'D' | 'M';
}
export type Term =
  | { readonly art: 'zahl'; readonly wert: number; readonly wort: string }
  | { readonly art: 'dauer'; readonly wert: Dauer }
  | { readonly art: 'uhr'; readonly minuten: number }
  | { readonly art: 'text'; readonly wert: string }
  | { readonly art: 'wort'; readonly wert: string }
  | { readonly art: 'merkmal'; readonly name: string }
  | {
      readonly art: 'ruf';
      readonly name: string;
      readonly marken: readonly Marke[];
      readonly zweite: readonly Marke[];
      readonly fenster: Fenster | null;
      readonly worte: readonly string[];
    }
  | {
      readonly art: 'rechnung';
      readonly zeichen: '+' | '-';
      readonly links: Term;
      readonly rechts: Term;
    }
  | {
      readonly art: 'tafel';
      readonly eintraege: Readonly<Record<string, Term | readonly Eintrag[]>>;
      readonly schluessel: string;
    };
export type Eintrag =
  | { readonly art: 'einer'; readonly term: Term }
  | { readonly art: 'spanne'; readonly von: Term; readonly bis: Term };
export type Bedingung =
  | { readonly art: 'und' | 'oder'; readonly teile: readonly Bedingung[] }
  | { readonly art: 'nicht'; readonly von: Bedingung }
  | { readonly art: 'notiz'; readonly muster: string; readonly verneint: boolean }
  | {
      readonly art: 'vergleich';
      readonly zeichen: Zeichen;
      readonly links: Term;
      readonly rechts: Term;
    }
  | {
      readonly art: 'in';
      readonly verneint: boolean;
      readonly links: Term;
      readonly liste: readonly Eintrag[];
      readonly tafel: Term | null;
    }
  | { readonly art: 'wahr'; readonly term: Term };
export type Zeichen = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** What is wrong: `zeichen` a letter that means nothing here · `unvollstaendig` something is missing · `marke` no token · `fenster` · `merkmal` no such fact · `funktion` · `muster` no pattern, or one that could take forever · `rest` more than one expression. */
export const SPRACHFEHLER = [
  'zeichen',
  'unvollstaendig',
  'marke',
  'fenster',
  'merkmal',
  'funktion',
  'muster',
  'rest',
] as const;
export class Sprachfehler extends Error {
  override name = 'Sprachfehler';
  readonly grund: (typeof SPRACHFEHLER)[number];
  /** Place in the text, from 0. */
  readonly stelle: number;
  readonly wort: string;
  constructor(grund: (typeof SPRACHFEHLER)[number], stelle: number, wort: string) {
    super(`${grund} at ${stelle}: ${wort}`);
    this.grund = grund;
    this.stelle = stelle;
    this.wort = wort;
  }
}

const FESTE = ['KJ', 'KHJ', 'Q', 'CASE_PAR', 'HKP', 'UPTZEITRAUM', 'FENSTER', 'EVER'] as const,
  SYSTEME = { B: 'BEMA', G: 'GOZ', O: 'GOAE', HKP: 'HKP', KVA: 'KVA', TERMIN: 'TERMIN' } as const;
function fensterAus(wort: string, stelle: number): Fenster {
  const feste = FESTE.find((one) => one === wort);
  if (feste) return { art: feste };
  const m = /^([1-9]\d{0,3})([DMQ])$/.exec(wort);
  if (!m) throw new Sprachfehler('fenster', stelle, wort);
  return { art: m[2] === 'D' ? 'TAGE' : m[2] === 'M' ? 'MONATE' : 'QUARTALE', n: Number(m[1]) };
}
const MARKE =
  /^(B|G|O|HKP|KVA|TERMIN):((?:[A-Za-zÄÖÜäöü0-9]+(?:\/\d)?)?\*?)(?:~([A-Z0-9_]+))?(?:@([ZK]))?$/u;
/** Reads one token. @throws Sprachfehler */
export function liesMarke(wort: string, stelle = 0): Marke {
  const m = MARKE.exec(wort),
    system = SYSTEME[m?.[1] as keyof typeof SYSTEME],
    muster = m?.[2] ?? '';
  if (
    !m ||
    muster === '' ||
    ((system === 'HKP' || system === 'KVA') && muster !== 'ERSTELLT' && muster !== 'LAUFEND') ||
    (system === 'TERMIN' && muster !== '*')
  )
    throw new Sprachfehler('marke', stelle, wort);
  return {
    system,
    muster,
    fenster: m[3] === undefined ? null : fensterAus(m[3], stelle),
    bezug: (m[4] ?? '') as Bezug,
    wort,
  };
}

/** Reads `34-38,44`: teeth by their FDI numbers, ranges within one quadrant; at least one. @throws Sprachfehler */
export function liesZaehne(text: string): number[] {
  if (!/[^,\s]/.test(text)) throw new Sprachfehler('zeichen', 0, text.trim());
  return [...text.matchAll(/[^,]+/g)].flatMap(({ 0: part, index }) => {
    const m = /^\s*([1-4][1-8]|[5-8][1-5])(?:-([1-4][1-8]|[5-8][1-5]))?\s*$/.exec(part),
      first = Number(m?.[1]),
      last = Number(m?.[2] ?? m?.[1]);
    if (!m || last < first || Math.floor(first / 10) !== Math.floor(last / 10))
      throw new Sprachfehler('zeichen', index, part.trim());
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

interface Stueck {
  readonly art: 'text' | 'marke' | 'uhr' | 'dauer' | 'zahl' | 'name' | 'zeichen' | 'ende';
  readonly wort: string;
  readonly stelle: number;
}
const STUECKE: readonly (readonly [Stueck['art'], RegExp])[] = [
  ['text', /'[^']*'/uy],
  [
    'marke',
    /(?:B|G|O|HKP|KVA|TERMIN):(?:(?:[A-Za-zÄÖÜäöü0-9]+(?:\/\d)?)\*?|\*)(?:~[A-Z0-9_]+)?(?:@[ZK])?/uy,
  ],
  ['uhr', /\d\d:\d\d/uy],
  ['dauer', /\d+[DM](?![\p{L}\d])/uy],
  ['name', /\d+Q(?![\p{L}\d])|\p{L}[\p{L}\d_]*(?:\.\p{L}[\p{L}\d_]*)*/uy],
  ['zahl', /\d+(?:\.(?:\d+|\*))?/uy],
  ['zeichen', /!~|!=|<=|>=|\.\.|@[ZK]|[~=<>+\-*/()[\]{},:|&]/uy],
];
function stuecke(text: string): Stueck[] {
  const found: Stueck[] = [];
  let tiefe = 0;
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text[at]!)) {
      at += 1;
      continue;
    }
    let next: Stueck | undefined;
    for (const [art, pattern] of STUECKE) {
      // `{A:10M,B:5M}` names grades, not positions.
      if (art === 'marke' && tiefe > 0) continue;
      pattern.lastIndex = at;
      const m = pattern.exec(text);
      if (m) {
        next = { art, wort: m[0], stelle: at };
        break;
      }
    }
    if (!next) throw new Sprachfehler('zeichen', at, text[at]!);
    if (next.wort === '{') tiefe += 1;
    else if (next.wort === '}') tiefe -= 1;
    found.push(next);
    at += next.wort.length;
  }
  return [...found, { art: 'ende', wort: '', stelle: text.length }];
}

class Leser {
  private at = 0;
  private readonly alle: readonly Stueck[];
  constructor(text: string) {
    this.alle = stuecke(text);
  }
  get jetzt(): Stueck {
    return this.alle[this.at]!;
  }
  nimm(): Stueck {
    const one = this.jetzt;
    if (one.art !== 'ende') this.at += 1;
    return one;
  }
  ist(wort: string): boolean {
    return this.jetzt.wort === wort && this.jetzt.art !== 'text';
  }
  wenn(wort: string): boolean {
    if (!this.ist(wort)) return false;
    this.at += 1;
    return true;
  }
  muss(wort: string): void {
    if (!this.wenn(wort)) throw new Sprachfehler('unvollstaendig', this.jetzt.stelle, wort);
  }
  ende(): void {
    if (this.jetzt.art !== 'ende')
      throw new Sprachfehler('rest', this.jetzt.stelle, this.jetzt.wort);
  }
}
const ungeduldig = (one: Stueck): Sprachfehler =>
  new Sprachfehler(one.art === 'ende' ? 'unvollstaendig' : 'zeichen', one.stelle, one.wort);

/** Reads `(B:49|B:50)&(B:43|B:44)@Z`; a scope after a bracket holds for everything in it. @throws Sprachfehler */
export function liesMarkenbaum(text: string): Markenbaum {
  const leser = new Leser(text);
  const mit = (baum: Markenbaum, bezug: Bezug): Markenbaum =>
    baum.art === 'marke'
      ? { art: 'marke', marke: { ...baum.marke, bezug } }
      : { ...baum, teile: baum.teile.map((one) => mit(one, bezug)) };
  const teil = (): Markenbaum => {
    const one = leser.nimm();
    if (one.art === 'marke') return { art: 'marke', marke: liesMarke(one.wort, one.stelle) };
    if (one.wort !== '(') throw ungeduldig(one);
    const inner = oder();
    leser.muss(')');
    return leser.wenn('@Z') ? mit(inner, 'Z') : leser.wenn('@K') ? mit(inner, 'K') : inner;
  };
  const kette = (zeichen: string, art: 'und' | 'oder', lies: () => Markenbaum): Markenbaum => {
    const teile = [lies()];
    while (leser.wenn(zeichen)) teile.push(lies());
    return teile.length === 1 ? teile[0]! : { art, teile };
  };
  const und = (): Markenbaum => kette('&', 'und', teil),
    oder = (): Markenbaum => kette('|', 'oder', und),
    baum = oder();
  leser.ende();
  return baum;
}
export const markenIn = (baum: Markenbaum): Marke[] =>
  baum.art === 'marke' ? [baum.marke] : baum.teile.flatMap(markenIn);

/** A pattern for notes: words, `|`, `.*`, `?`, brackets, classes. What could try forever is refused: repeated groups, looking around, more than two `.*` in one way. */
export function liesMuster(muster: string, stelle = 0): RegExp {
  const wege = muster.split('|'),
    wild = /\)[*+{]|\(\?(?!:)|\\\d|\{\d*,\d*\}/u;
  if (
    muster === '' ||
    muster.length > 300 ||
    wild.test(muster) ||
    wege.some((weg) => (weg.match(/(?<!\\)[*+]/gu)?.length ?? 0) > 2)
  )
    throw new Sprachfehler('muster', stelle, muster);
  try {
    return new RegExp(muster, 'iu');
  } catch {
    throw new Sprachfehler('muster', stelle, muster);
  }
}

const VERGLEICHE: readonly Zeichen[] = ['<=', '>=', '!=', '=', '<', '>'];
class Bedingungsleser extends Leser {
  oder(): Bedingung {
    const teile = [this.und()];
    while (this.wenn('or')) teile.push(this.und());
    return teile.length === 1 ? teile[0]! : { art: 'oder', teile };
  }
  private und(): Bedingung {
    const teile = [this.nicht()];
    while (this.wenn('and')) teile.push(this.nicht());
    return teile.length === 1 ? teile[0]! : { art: 'und', teile };
  }
  private nicht(): Bedingung {
    if (this.wenn('not')) return { art: 'nicht', von: this.nicht() };
    if (this.wenn('(')) {
      const inner = this.oder();
      this.muss(')');
      return inner;
    }
    if (this.wenn('doc')) {
      const verneint = this.wenn('!~');
      if (!verneint) this.muss('~');
      const one = this.nimm();
      if (one.art !== 'text') throw ungeduldig(one);
      liesMuster(one.wort.slice(1, -1), one.stelle + 1);
      return { art: 'notiz', muster: one.wort.slice(1, -1), verneint };
    }
    return this.vergleich();
  }
  private vergleich(): Bedingung {
    const links = this.summe(),
      zeichen = VERGLEICHE.find((one) => this.ist(one));
    if (zeichen) {
      this.nimm();
      return { art: 'vergleich', zeichen, links, rechts: this.summe(true) };
    }
    const verneint = this.wenn('not');
    if (!verneint && !this.ist('in')) return { art: 'wahr', term: links };
    this.muss('in');
    if (this.ist('{')) return { art: 'in', verneint, links, liste: [], tafel: this.tafel() };
    return { art: 'in', verneint, links, liste: this.liste(), tafel: null };
  }
  private liste(): Eintrag[] {
    const found = [this.eintrag()];
    while (this.wenn(',')) found.push(this.eintrag());
    return found;
  }
  private eintrag(): Eintrag {
    const term = this.summe(true);
    // `FUZ1[5..8]`: the name only says what the span is.
    if (term.art === 'wort' && this.wenn('[')) {
      const von = this.summe();
      this.muss('..');
      const bis = this.summe();
      this.muss(']');
      return { art: 'spanne', von, bis };
    }
    return this.wenn('..')
      ? { art: 'spanne', von: term, bis: this.summe(true) }
      : { art: 'einer', term };
  }
  summe(darfWort = false): Term {
    let links = this.term(darfWort);
    for (;;) {
      const zeichen = this.ist('+') ? ('+' as const) : this.ist('-') ? ('-' as const) : undefined;
      if (!zeichen) return links;
      this.nimm();
      links = { art: 'rechnung', zeichen, links, rechts: this.term(false) };
    }
  }
  private tafel(): Term {
    this.muss('{');
    const eintraege: Record<string, Term | readonly Eintrag[]> = {};
    do {
      const key = this.nimm();
      if (key.art !== 'name') throw ungeduldig(key);
      this.muss(':');
      if (this.wenn('[')) {
        eintraege[key.wort] = this.liste();
        this.muss(']');
      } else eintraege[key.wort] = this.summe();
    } while (this.wenn(','));
    this.muss('}');
    this.muss('[');
    const name = this.nimm();
    if (!findMerkmal(name.wort)) throw new Sprachfehler('merkmal', name.stelle, name.wort);
    this.muss(']');
    return { art: 'tafel', eintraege, schluessel: name.wort };
  }
  private term(darfWort: boolean): Term {
    if (this.ist('{')) return this.tafel();
    const one = this.nimm();
    if (one.art === 'zahl')
      return { art: 'zahl', wert: Number.parseFloat(one.wort), wort: one.wort };
    if (one.art === 'dauer')
      return {
        art: 'dauer',
        wert: { n: Number(one.wort.slice(0, -1)), einheit: one.wort.endsWith('M') ? 'M' : 'D' },
      };
    if (one.art === 'uhr')
      return { art: 'uhr', minuten: Number(one.wort.slice(0, 2)) * 60 + Number(one.wort.slice(3)) };
    if (one.art === 'text') return { art: 'text', wert: one.wort.slice(1, -1) };
    if (one.art !== 'name') throw ungeduldig(one);
    if (this.ist('(')) return this.ruf(one);
    if (findMerkmal(one.wort)) return { art: 'merkmal', name: one.wort };
    if (darfWort) return { art: 'wort', wert: one.wort };
    throw new Sprachfehler('merkmal', one.stelle, one.wort);
  }
  private ruf(name: Stueck): Term {
    const funktion = FUNKTIONEN[name.wort];
    if (!funktion) throw new Sprachfehler('funktion', name.stelle, name.wort);
    this.muss('(');
    const marken: Marke[] = [],
      zweite: Marke[] = [],
      worte: string[] = [];
    let fenster: Fenster | null = null,
      into = marken;
    while (!this.ist(')')) {
      const one = this.nimm();
      if (one.art === 'marke') into.push(liesMarke(one.wort, one.stelle));
      else if (one.wort === '/' && funktion.marken === 'zwei') into = zweite;
      else if (
        one.art === 'dauer' ||
        (one.art === 'name' && funktion.hatFenster && !funktion.worte.includes(one.wort))
      )
        fenster = fensterAus(one.wort, one.stelle);
      else if (
        one.art === 'name' &&
        (funktion.worte.length === 0 || funktion.worte.includes(one.wort))
      )
        worte.push(one.wort);
      else if (one.wort !== '|' && one.wort !== ',') throw ungeduldig(one);
    }
    this.muss(')');
    if (
      (funktion.marken !== 'keine' && funktion.marken !== 'frei' && marken.length === 0) ||
      (funktion.marken === 'zwei' && zweite.length === 0) ||
      (funktion.marken === 'keine' && marken.length > 0) ||
      (fenster !== null && !funktion.hatFenster)
    )
      throw new Sprachfehler('funktion', name.stelle, name.wort);
    return { art: 'ruf', name: name.wort, marken, zweite, fenster, worte };
  }
}
/** Reads a condition (`zusatz`); null for ''. @throws Sprachfehler */
export function liesBedingung(text: string): Bedingung | null {
  if (text.trim() === '') return null;
  const leser = new Bedingungsleser(text),
    found = leser.oder();
  leser.ende();
  return found;
}
/** Reads a quantity: a number, or an expression over the day. @throws Sprachfehler */
export function liesMenge(text: string): Term {
  const leser = new Bedingungsleser(text),
    found = leser.summe();
  leser.ende();
  return found;
}
