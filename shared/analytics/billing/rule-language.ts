// Language of billing rules: tokens of positions with window and scope, conditions over a day and
// quantities as trees, and errors that contain position and word. Pure.

/**
 * Windows end before the day of treatment; the day itself is not included, except in `count` and
 * `qty`, which add it. TAGE n: the n days before · MONATE n: a service counts while its day plus n
 * months is not before the day (last of the month if it is shorter, § 188 BGB) · KJ, KHJ, Q same
 * calendar year, half-year, quarter · QUARTALE n: this quarter and the n-1 before · CASE_PAR since
 * the plan of the current perio case · CASE_KFO since the newest orthodontic plan · HKP since the current plan · UPTZEITRAUM since its first UPT
 * · FENSTER: at an age of the same early-check window · EVER.
 */
export type TimeWindow =
  | { readonly art: 'TAGE' | 'MONATE' | 'QUARTALE'; readonly n: number }
  | {
      readonly art:
        | 'KJ'
        | 'KHJ'
        | 'Q'
        | 'CASE_PAR'
        | 'CASE_KFO'
        | 'HKP'
        | 'UPTZEITRAUM'
        | 'FENSTER'
        | 'EVER';
    };
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

export interface Duration {
  readonly n: number;
  readonly einheit: 'D' | 'M';
}
export type Term =
  | { readonly art: 'zahl'; readonly wert: number; readonly wort: string }
  | { readonly art: 'dauer'; readonly wert: Duration }
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
export class LanguageError extends Error {
  override name = 'Sprachfehler';
  readonly grund: (typeof SPRACHFEHLER)[number];
  /** Position in the text, from 0. */
  readonly stelle: number;
  readonly wort: string;
  constructor(reason: (typeof SPRACHFEHLER)[number], position: number, word: string) {
    super(`${reason} at ${position}: ${word}`);
    this.grund = reason;
    this.stelle = position;
    this.wort = word;
  }
}
