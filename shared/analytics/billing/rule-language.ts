// Parser of the language of billing rules: tokens of positions with window and scope, conditions
// over a day, quantities; parsed to trees, with errors that contain position and word. Pure.

import { findFact, RULE_FUNCTIONS } from './rule-facts.ts';

/**
 * Windows end before the day of treatment; the day itself is not included, except in `count` and
 * `qty`, which add it. TAGE n: the n days before · MONATE n: a service counts while its day plus n
 * months is not before the day (last of the month if it is shorter, § 188 BGB) · KJ, KHJ, Q same
 * calendar year, half-year, quarter · QUARTALE n: this quarter and the n-1 before · CASE_PAR since
 * the plan of the current perio case · HKP since the current plan · UPTZEITRAUM since its first UPT
 * · FENSTER: at an age of the same early-check window · EVER.
 */
export type TimeWindow =
  | { readonly art: 'TAGE' | 'MONATE' | 'QUARTALE'; readonly n: number }
  | { readonly art: 'KJ' | 'KHJ' | 'Q' | 'CASE_PAR' | 'HKP' | 'UPTZEITRAUM' | 'FENSTER' | 'EVER' };
/**
 * `Z` the same tooth, `K` the same quadrant or front; '' anywhere. Services without a tooth count
 * as exclusions, but not as proof.
 */
export type Scope = '' | 'Z' | 'K';
/**
 * `B:13*~24M@Z`. Of plans `ERSTELLT` (made that day) and `LAUFEND` (begun, not inserted);
 * `TERMIN:*` an appointment kept that day, with or without services.
 */
export interface RuleToken {
  readonly system: 'BEMA' | 'GOZ' | 'GOAE' | 'HKP' | 'KVA' | 'TERMIN';
  readonly muster: string;
  readonly fenster: TimeWindow | null;
  readonly scope: Scope;
  readonly wort: string;
}
export type TokenTree =
  | { readonly art: 'marke'; readonly token: RuleToken }
  | { readonly art: 'und' | 'oder'; readonly parts: readonly TokenTree[] };

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
      readonly chosenMarks: readonly RuleToken[];
      readonly second: readonly RuleToken[];
      readonly fenster: TimeWindow | null;
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
      readonly entries: Readonly<Record<string, Term | readonly Entry[]>>;
      readonly schluessel: string;
    };
export type Entry =
  | { readonly art: 'einer'; readonly term: Term }
  | { readonly art: 'spanne'; readonly von: Term; readonly bis: Term };
export type Condition =
  | { readonly art: 'und' | 'oder'; readonly parts: readonly Condition[] }
  | { readonly art: 'nicht'; readonly von: Condition }
  | { readonly art: 'notiz'; readonly muster: string; readonly isNegated: boolean }
  | {
      readonly art: 'vergleich';
      readonly zeichen: ComparisonOperator;
      readonly links: Term;
      readonly rechts: Term;
    }
  | {
      readonly art: 'in';
      readonly isNegated: boolean;
      readonly links: Term;
      readonly liste: readonly Entry[];
      readonly grid: Term | null;
    }
  | { readonly art: 'wahr'; readonly term: Term };
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * Kind of error: `zeichen` invalid character · `unvollstaendig` incomplete · `token` no token ·
 * `fenster` · `merkmal` unknown fact · `ruleFunction` · `muster` invalid pattern, or one that could
 * take forever · `rest` more than one expression.
 */
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
  /** Position in the text, from 0. */
  readonly stelle: number;
  readonly wort: string;
  constructor(grund: (typeof SPRACHFEHLER)[number], stelle: number, wort: string) {
    super(`${grund} at ${stelle}: ${wort}`);
    this.grund = grund;
    this.stelle = stelle;
    this.wort = wort;
  }
}

const FIXED_WINDOWS = [
    'KJ',
    'KHJ',
    'Q',
    'CASE_PAR',
    'HKP',
    'UPTZEITRAUM',
    'FENSTER',
    'EVER',
  ] as const,
  FEE_SYSTEMS = {
    B: 'BEMA',
    G: 'GOZ',
    O: 'GOAE',
    HKP: 'HKP',
    KVA: 'KVA',
    TERMIN: 'TERMIN',
  } as const;
function parseWindow(wort: string, stelle: number): TimeWindow {
  const fixedWindow = FIXED_WINDOWS.find((one) => one === wort);
  if (fixedWindow) return { art: fixedWindow };
  const m = /^([1-9]\d{0,3})([DMQ])$/.exec(wort);
  if (!m) throw new Sprachfehler('fenster', stelle, wort);
  return { art: m[2] === 'D' ? 'TAGE' : m[2] === 'M' ? 'MONATE' : 'QUARTALE', n: Number(m[1]) };
}
const TOKEN_PATTERN =
  /^(B|G|O|HKP|KVA|TERMIN):((?:[A-Za-zÄÖÜäöü0-9]+(?:\/\d)?)?\*?)(?:~([A-Z0-9_]+))?(?:@([ZK]))?$/u;
/** Parses one token. @throws Sprachfehler */
export function parseToken(wort: string, stelle = 0): RuleToken {
  const m = TOKEN_PATTERN.exec(wort),
    system = FEE_SYSTEMS[m?.[1] as keyof typeof FEE_SYSTEMS],
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
    fenster: m[3] === undefined ? null : parseWindow(m[3], stelle),
    scope: (m[4] ?? '') as Scope,
    wort,
  };
}

/**
 * Reads `34-38,44`: teeth by their FDI numbers, ranges within one quadrant; at least one.
 * @throws Sprachfehler
 */
export function parseTeeth(text: string): number[] {
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

interface Lexeme {
  readonly art: 'text' | 'marke' | 'uhr' | 'dauer' | 'zahl' | 'name' | 'zeichen' | 'ende';
  readonly wort: string;
  readonly stelle: number;
}
const PIECES: readonly (readonly [Lexeme['art'], RegExp])[] = [
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
function lex(text: string): Lexeme[] {
  const found: Lexeme[] = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text[at]!)) {
      at += 1;
      continue;
    }
    let next: Lexeme | undefined;
    for (const [art, pattern] of PIECES) {
      // `{A:10M,B:5M}` contains grades, not positions.
      if (art === 'marke' && depth > 0) continue;
      pattern.lastIndex = at;
      const m = pattern.exec(text);
      if (m) {
        next = { art, wort: m[0], stelle: at };
        break;
      }
    }
    if (!next) throw new Sprachfehler('zeichen', at, text[at]!);
    if (next.wort === '{') depth += 1;
    else if (next.wort === '}') depth -= 1;
    found.push(next);
    at += next.wort.length;
  }
  return [...found, { art: 'ende', wort: '', stelle: text.length }];
}

class Reader {
  private at = 0;
  private readonly alle: readonly Lexeme[];
  constructor(text: string) {
    this.alle = lex(text);
  }
  get jetzt(): Lexeme {
    return this.alle[this.at]!;
  }
  take(): Lexeme {
    const one = this.jetzt;
    if (one.art !== 'ende') this.at += 1;
    return one;
  }
  ist(wort: string): boolean {
    return this.jetzt.wort === wort && this.jetzt.art !== 'text';
  }
  takeIf(wort: string): boolean {
    if (!this.ist(wort)) return false;
    this.at += 1;
    return true;
  }
  expectWord(wort: string): void {
    if (!this.takeIf(wort)) throw new Sprachfehler('unvollstaendig', this.jetzt.stelle, wort);
  }
  ende(): void {
    if (this.jetzt.art !== 'ende')
      throw new Sprachfehler('rest', this.jetzt.stelle, this.jetzt.wort);
  }
}
const unexpected = (one: Lexeme): Sprachfehler =>
  new Sprachfehler(one.art === 'ende' ? 'unvollstaendig' : 'zeichen', one.stelle, one.wort);

/**
 * Reads `(B:49|B:50)&(B:43|B:44)@Z`; a scope after a bracket holds for everything in it.
 * @throws Sprachfehler
 */
export function parseTokenTree(text: string): TokenTree {
  const reader = new Reader(text);
  const scoped = (tokenTree: TokenTree, scope: Scope): TokenTree =>
    tokenTree.art === 'marke'
      ? { art: 'marke', token: { ...tokenTree.token, scope } }
      : { ...tokenTree, parts: tokenTree.parts.map((one) => scoped(one, scope)) };
  const teil = (): TokenTree => {
    const one = reader.take();
    if (one.art === 'marke') return { art: 'marke', token: parseToken(one.wort, one.stelle) };
    if (one.wort !== '(') throw unexpected(one);
    const inner = parseOr();
    reader.expectWord(')');
    return reader.takeIf('@Z')
      ? scoped(inner, 'Z')
      : reader.takeIf('@K')
        ? scoped(inner, 'K')
        : inner;
  };
  const parseChain = (
    zeichen: string,
    art: 'und' | 'oder',
    readWords: () => TokenTree,
  ): TokenTree => {
    const parts = [readWords()];
    while (reader.takeIf(zeichen)) parts.push(readWords());
    return parts.length === 1 ? parts[0]! : { art, parts };
  };
  const parseAnd = (): TokenTree => parseChain('&', 'und', teil),
    parseOr = (): TokenTree => parseChain('|', 'oder', parseAnd),
    tokenTree = parseOr();
  reader.ende();
  return tokenTree;
}
export const tokensIn = (tokenTree: TokenTree): RuleToken[] =>
  tokenTree.art === 'marke' ? [tokenTree.token] : tokenTree.parts.flatMap(tokensIn);

/**
 * A pattern for notes: words, `|`, `.*`, `?`, brackets, classes. Patterns with catastrophic
 * backtracking are rejected: repeated groups, lookarounds, more than two `.*` in one alternative.
 */
export function parsePattern(muster: string, stelle = 0): RegExp {
  const alternatives = muster.split('|'),
    unsafePattern = /\)[*+{]|\(\?(?!:)|\\\d|\{\d*,\d*\}/u;
  if (
    muster === '' ||
    muster.length > 300 ||
    unsafePattern.test(muster) ||
    alternatives.some((weg) => (weg.match(/(?<!\\)[*+]/gu)?.length ?? 0) > 2)
  )
    throw new Sprachfehler('muster', stelle, muster);
  try {
    return new RegExp(muster, 'iu');
  } catch {
    throw new Sprachfehler('muster', stelle, muster);
  }
}

const COMPARISONS: readonly ComparisonOperator[] = ['<=', '>=', '!=', '=', '<', '>'];
class ConditionParser extends Reader {
  parseOr(): Condition {
    const parts = [this.parseAnd()];
    while (this.takeIf('or')) parts.push(this.parseAnd());
    return parts.length === 1 ? parts[0]! : { art: 'oder', parts };
  }
  private parseAnd(): Condition {
    const parts = [this.parseNot()];
    while (this.takeIf('and')) parts.push(this.parseNot());
    return parts.length === 1 ? parts[0]! : { art: 'und', parts };
  }
  private parseNot(): Condition {
    if (this.takeIf('not')) return { art: 'nicht', von: this.parseNot() };
    if (this.takeIf('(')) {
      const inner = this.parseOr();
      this.expectWord(')');
      return inner;
    }
    if (this.takeIf('doc')) {
      const isNegated = this.takeIf('!~');
      if (!isNegated) this.expectWord('~');
      const one = this.take();
      if (one.art !== 'text') throw unexpected(one);
      parsePattern(one.wort.slice(1, -1), one.stelle + 1);
      return { art: 'notiz', muster: one.wort.slice(1, -1), isNegated };
    }
    return this.vergleich();
  }
  private vergleich(): Condition {
    const links = this.summe(),
      zeichen = COMPARISONS.find((one) => this.ist(one));
    if (zeichen) {
      this.take();
      return { art: 'vergleich', zeichen, links, rechts: this.summe(true) };
    }
    const isNegated = this.takeIf('not');
    if (!isNegated && !this.ist('in')) return { art: 'wahr', term: links };
    this.expectWord('in');
    if (this.ist('{')) return { art: 'in', isNegated, links, liste: [], grid: this.grid() };
    return { art: 'in', isNegated, links, liste: this.liste(), grid: null };
  }
  private liste(): Entry[] {
    const found = [this.entry()];
    while (this.takeIf(',')) found.push(this.entry());
    return found;
  }
  private entry(): Entry {
    const term = this.summe(true);
    // `FUZ1[5..8]`: the name only describes the span.
    if (term.art === 'wort' && this.takeIf('[')) {
      const von = this.summe();
      this.expectWord('..');
      const bis = this.summe();
      this.expectWord(']');
      return { art: 'spanne', von, bis };
    }
    return this.takeIf('..')
      ? { art: 'spanne', von: term, bis: this.summe(true) }
      : { art: 'einer', term };
  }
  summe(mayBeWord = false): Term {
    let links = this.term(mayBeWord);
    for (;;) {
      const zeichen = this.ist('+') ? ('+' as const) : this.ist('-') ? ('-' as const) : undefined;
      if (!zeichen) return links;
      this.take();
      links = { art: 'rechnung', zeichen, links, rechts: this.term(false) };
    }
  }
  private grid(): Term {
    this.expectWord('{');
    const entries: Record<string, Term | readonly Entry[]> = {};
    do {
      const key = this.take();
      if (key.art !== 'name') throw unexpected(key);
      this.expectWord(':');
      if (this.takeIf('[')) {
        entries[key.wort] = this.liste();
        this.expectWord(']');
      } else entries[key.wort] = this.summe();
    } while (this.takeIf(','));
    this.expectWord('}');
    this.expectWord('[');
    const name = this.take();
    if (!findFact(name.wort)) throw new Sprachfehler('merkmal', name.stelle, name.wort);
    this.expectWord(']');
    return { art: 'tafel', entries, schluessel: name.wort };
  }
  private term(mayBeWord: boolean): Term {
    if (this.ist('{')) return this.grid();
    const one = this.take();
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
    if (one.art !== 'name') throw unexpected(one);
    if (this.ist('(')) return this.parseCall(one);
    if (findFact(one.wort)) return { art: 'merkmal', name: one.wort };
    if (mayBeWord) return { art: 'wort', wert: one.wort };
    throw new Sprachfehler('merkmal', one.stelle, one.wort);
  }
  private parseCall(name: Lexeme): Term {
    const ruleFunction = RULE_FUNCTIONS[name.wort];
    if (!ruleFunction) throw new Sprachfehler('funktion', name.stelle, name.wort);
    this.expectWord('(');
    const chosenMarks: RuleToken[] = [],
      second: RuleToken[] = [],
      worte: string[] = [];
    let fenster: TimeWindow | null = null,
      into = chosenMarks;
    while (!this.ist(')')) {
      const one = this.take();
      if (one.art === 'marke') into.push(parseToken(one.wort, one.stelle));
      else if (one.wort === '/' && ruleFunction.chosenMarks === 'zwei') into = second;
      else if (
        one.art === 'dauer' ||
        (one.art === 'name' && ruleFunction.takesWindow && !ruleFunction.worte.includes(one.wort))
      )
        fenster = parseWindow(one.wort, one.stelle);
      else if (
        one.art === 'name' &&
        (ruleFunction.worte.length === 0 || ruleFunction.worte.includes(one.wort))
      )
        worte.push(one.wort);
      else if (one.wort !== '|' && one.wort !== ',') throw unexpected(one);
    }
    this.expectWord(')');
    if (
      (ruleFunction.chosenMarks !== 'keine' &&
        ruleFunction.chosenMarks !== 'frei' &&
        chosenMarks.length === 0) ||
      (ruleFunction.chosenMarks === 'zwei' && second.length === 0) ||
      (ruleFunction.chosenMarks === 'keine' && chosenMarks.length > 0) ||
      (fenster !== null && !ruleFunction.takesWindow)
    )
      throw new Sprachfehler('funktion', name.stelle, name.wort);
    return { art: 'ruf', name: name.wort, chosenMarks, second, fenster, worte };
  }
}
/** Parses a condition (`zusatz`); null for ''. @throws Sprachfehler */
export function parseCondition(text: string): Condition | null {
  if (text.trim() === '') return null;
  const reader = new ConditionParser(text),
    found = reader.parseOr();
  reader.ende();
  return found;
}
/** Parses a quantity: a number, or an expression over the day. @throws Sprachfehler */
export function parseQuantity(text: string): Term {
  const reader = new ConditionParser(text),
    found = reader.summe();
  reader.ende();
  return found;
}
