// Compiles rules for an image: tokens to tables of codes, conditions to functions, and the subject
// of each rule: the day, a tooth, a region, a service, a plan.

import { findPosition } from '../../../catalog/find-position.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import { findFact } from '../../../shared/analytics/billing/rule-facts.ts';
import {
  type Condition,
  type Scope,
  type Entry,
  type TimeWindow,
  type RuleToken,
  type TokenTree,
  type Term,
} from '../../../shared/analytics/billing/rule-language.ts';
import {
  parseCondition,
  parseQuantity,
} from '../../../shared/analytics/billing/parse-condition.ts';
import { parseTokenTree, tokensIn } from '../../../shared/analytics/billing/parse-token-tree.ts';
import { parseToken, parseTeeth } from '../../../shared/analytics/billing/rule-tokens.ts';
import { INSURANCE } from '../snapshot/snapshot.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import { buildTree, buildQuery, buildTerm, type Query } from './expression.ts';
import type { Situation } from './day-state.ts';
import type { Finder, Surroundings } from './facts/finder.ts';
import { practiceRatio } from './facts/practice-ratio.ts';
import type { EngineSnapshot } from './engine-snapshot.ts';
import type { NotePattern } from './notes/note-pattern.ts';
import { TEETH, toothIndex } from './tooth-masks.ts';

/** A parsed rule. */
export interface ParsedRule {
  readonly rule: Rule;
  readonly today: readonly RuleToken[];
  readonly noneToday: readonly RuleToken[];
  readonly noHistory: readonly RuleToken[];
  readonly neededHistory: readonly RuleToken[];
  readonly replaced: readonly RuleToken[];
  readonly tokenTree: TokenTree | null;
  readonly condition: Condition | null;
  readonly quantity: Term;
  readonly names: ReadonlySet<string>;
}
const walkTerm = (
  term: Term,
  take: (
    name: string,
    chosenMarks: readonly RuleToken[],
    second: readonly RuleToken[],
    window: TimeWindow | null,
  ) => void,
): void => {
  if (term.art === 'merkmal') take(term.name, [], [], null);
  else if (term.art === 'ruf') take(term.name, term.chosenMarks, term.second, term.fenster);
  else if (term.art === 'rechnung') {
    walkTerm(term.links, take);
    walkTerm(term.rechts, take);
  } else if (term.art === 'tafel') take(term.schluessel, [], [], null);
};
const walkEntry = (one: Entry, take: Parameters<typeof walkTerm>[1]): void => {
  if (one.art === 'einer') walkTerm(one.term, take);
  else {
    walkTerm(one.von, take);
    walkTerm(one.bis, take);
  }
};
function walkCondition(b: Condition, take: Parameters<typeof walkTerm>[1]): void {
  if (b.art === 'und' || b.art === 'oder') for (const one of b.parts) walkCondition(one, take);
  else if (b.art === 'nicht') walkCondition(b.von, take);
  else if (b.art === 'vergleich') {
    walkTerm(b.links, take);
    walkTerm(b.rechts, take);
  } else if (b.art === 'in') {
    walkTerm(b.links, take);
    for (const one of b.liste) walkEntry(one, take);
    if (b.grid) walkTerm(b.grid, take);
  } else if (b.art === 'wahr') walkTerm(b.term, take);
}
/** Parses a rule. @throws Sprachfehler */
export function parseRule(rule: Rule): ParsedRule {
  const readWords = (words: readonly string[]): RuleToken[] =>
      words.map((word) => parseToken(word)),
    suffix = parseCondition(rule.zusatz),
    quantity = parseQuantity(rule.menge === '' ? '1' : rule.menge),
    names = new Set<string>();
  const take = (name: string): void => {
    names.add(name);
  };
  if (suffix) walkCondition(suffix, take);
  walkTerm(quantity, take);
  return {
    rule,
    today: readWords(rule.heuteEines),
    noneToday: readWords(rule.heuteKeines),
    noHistory: readWords(rule.historieKeine),
    neededHistory: readWords(rule.historieNoetig),
    replaced: readWords(rule.ersetzt ?? []),
    tokenTree: rule.heuteAlle === '' ? null : parseTokenTree(rule.heuteAlle),
    condition: suffix,
    quantity,
    names,
  };
}

export type Occasion = 'HKP' | 'KVA' | 'TERMIN';
interface EarlierCondition {
  readonly codes: Uint8Array;
  readonly window: TimeWindow;
  readonly scope: Scope;
  readonly token: RuleToken;
}
export interface CompiledRule {
  /** Its index among the rules compiled together. */
  readonly slot: number;
  readonly parsed: ParsedRule;
  readonly rule: Rule;
  readonly insuranceOf: Uint8Array;
  readonly isPerSession: boolean;
  /** Age in months from which, and up to which, it applies; unlimited without a number. */
  readonly fromMonths: number | null;
  readonly toMonths: number | null;
  readonly from: number;
  readonly to: number;
  /** Positions of which one must exist today; null where the rule is triggered by none. */
  readonly today: Uint8Array | null;
  /** Fee schedules of which any service triggers the rule. */
  readonly wholeSystems: ReadonlySet<string>;
  /** Other triggers on the day: a plan made, a private one, an appointment kept. */
  readonly occasions: readonly Occasion[];
  /** Positions that exclude the rule on its day, one table for each scope. */
  readonly noneToday: readonly { quantity: Uint8Array; scope: Scope }[];
  /** Patterns of which the note of the day must state every one. */
  readonly notes: readonly NotePattern[];
  readonly noHistory: readonly EarlierCondition[];
  readonly neededHistory: readonly EarlierCondition[];
  readonly needsPlan: boolean;
  readonly tokenTree: ((k: Situation) => boolean) | null;
  readonly condition: Query | null;
  readonly menge: Finder;
  readonly scope: Scope;
  readonly toothList: readonly number[] | null;
  /** Teeth come from the history, since today's services do not give them. */
  readonly isFromHistory: boolean;
  readonly isPerRow: boolean;
  /** Whether its conditions refer to a single service or its plan. */
  readonly needsRow: boolean;
  readonly isPerPlan: boolean;
  readonly isStateRule: boolean;
  readonly code: number;
  /** Replacement number for certain teeth, by their indexes. */
  readonly alternative: { readonly an: Uint8Array; readonly nr: string } | null;
  /** Whether its own position may already exist on the day: quantities and `=`. */
  readonly mayBePresent: boolean;
  readonly replaced: Uint8Array | null;
  /** Charged by tooth, so that several teeth are several proposals. */
  readonly isPerTooth: boolean;
  /** Positions that its condition counts in a window before the day. */
  readonly counted: readonly { readonly codes: Uint8Array; readonly window: TimeWindow }[];
  /** Ratios of the whole practice that it uses, by quarter. */
  readonly ratios: readonly ((quarter: number) => number | null)[];
}
const toothListOf = (b: Condition | null): number[] | null => {
  if (!b) return null;
  if (b.art === 'in' && !b.isNegated && b.links.art === 'merkmal' && b.links.name === 'zahn')
    return b.liste
      .flatMap((one) =>
        one.art === 'einer' && one.term.art === 'zahl' ? [toothIndex(one.term.wert)] : [],
      )
      .filter((at) => at >= 0);
  return b.art === 'und' ? (b.parts.map(toothListOf).find((one) => one !== null) ?? null) : null;
};
/** @param merke registers the number before it is looked up */
function alternativeNumber(
  { anZaehnen }: Rule,
  remember: (nr: string) => void,
): CompiledRule['alternative'] {
  if (!anZaehnen) return null;
  const an = new Uint8Array(TEETH.length);
  for (const fdi of parseTeeth(anZaehnen.zaehne)) an[toothIndex(fdi)] = 1;
  remember(anZaehnen.nr);
  return { an, nr: anZaehnen.nr };
}
const withScope = (tokenTree: TokenTree, scope: Scope): TokenTree =>
  tokenTree.art === 'marke'
    ? {
        art: 'marke',
        token: tokenTree.token.scope === '' ? { ...tokenTree.token, scope } : tokenTree.token,
      }
    : { ...tokenTree, parts: tokenTree.parts.map((one) => withScope(one, scope)) };

/**
 * Returns the properties of a rule's calls: whether they look at a tooth, what they count in a
 * window, and the ratios they use.
 */
function callsIn(
  g: ParsedRule,
  m: EngineSnapshot,
): Pick<CompiledRule, 'isPerTooth' | 'ratios' | 'counted'> {
  const { codebook } = m,
    ratios: ((quarter: number) => number | null)[] = [],
    counted: { codes: Uint8Array; window: TimeWindow }[] = [],
    found = { isPerTooth: false, ratios, counted };
  const take: Parameters<typeof walkTerm>[1] = (name, chosenMarks, second, window) => {
    if (name === 'count' && window !== null)
      counted.push({ codes: codebook.codesOf(chosenMarks), window });
    if (chosenMarks.some((one) => one.scope === 'Z')) found.isPerTooth = true;
    if (name === 'praxisquote')
      found.ratios.push(practiceRatio(m, codebook.codesOf(chosenMarks), codebook.codesOf(second)));
  };
  if (g.condition) walkCondition(g.condition, take);
  walkTerm(g.quantity, take);
  return found;
}

/** Returns the subject of a rule: a tooth, a region, or the day. */
function placeOfRule(g: ParsedRule, isPerTooth: boolean): Scope {
  const all = [
    ...g.noneToday,
    ...g.noHistory,
    ...g.neededHistory,
    ...(g.tokenTree ? tokensIn(g.tokenTree) : []),
  ];
  if (isPerTooth || all.some((one) => one.scope === 'Z')) return 'Z';
  return all.some((one) => one.scope === 'K') ? 'K' : '';
}

/**
 * Returns whether a condition is false for statutory patients (`private`), or for all others
 * (`statutory`).
 */
function neededInsurance(b: Condition | null): 'private' | 'statutory' | null {
  const asksPrivate = (one: Condition): boolean =>
    one.art === 'wahr' && one.term.art === 'merkmal' && one.term.name === 'patient.privat';
  if (b === null) return null;
  if (b.art === 'und') return b.parts.map(neededInsurance).find((one) => one !== null) ?? null;
  if (asksPrivate(b)) return 'private';
  return b.art === 'nicht' && asksPrivate(b.von) ? 'statutory' : null;
}

/** Returns the insurances a rule applies to, as a table by insurance. */
function insurancesOf({ rule, condition }: ParsedRule, includesOthers: boolean): Uint8Array {
  const found = new Uint8Array(4);
  if (rule.kasse !== 'PKV') found[INSURANCE.GKV] = 1;
  if (rule.kasse !== 'GKV') {
    found[INSURANCE.GKV] = 1;
    found[INSURANCE.PKV] = 1;
    found[INSURANCE.SELBST] = 1;
    found[INSURANCE.SONST] = includesOthers ? 1 : 0;
  }
  const needed = neededInsurance(condition);
  if (needed === 'private') found[INSURANCE.GKV] = 0;
  if (needed === 'statutory')
    for (const one of [INSURANCE.PKV, INSURANCE.SELBST, INSURANCE.SONST]) found[one] = 0;
  return found;
}

/** Checks whether the quantity counts the position: then it may already exist on the day. */
function countsItself(g: ParsedRule, codebook: EngineSnapshot['codebook'], code: number): boolean {
  let counts = false;
  walkTerm(g.quantity, (_, chosenMarks) => {
    if (chosenMarks.some((one) => codebook.codesOf([one])[code] === 1)) counts = true;
  });
  return counts;
}

/** Joins the positions that exclude a rule on its day by their scope. */
function excludedToday(
  g: ParsedRule,
  codebook: EngineSnapshot['codebook'],
): CompiledRule['noneToday'] {
  const scopes = new Set(g.noneToday.map((one) => one.scope));
  return [...scopes].map((scope) => ({
    quantity: codebook.codesOf(g.noneToday.filter((one) => one.scope === scope)),
    scope,
  }));
}

/** Returns the patterns without which a condition is false. */
function neededNotes(b: Condition | null): string[] {
  if (b?.art === 'notiz' && !b.isNegated) return [b.muster];
  return b?.art === 'und' ? b.parts.flatMap(neededNotes) : [];
}

/** Compiles a rule for an image. @param slot index among the rules compiled together */
export function compileRule(
  g: ParsedRule,
  slot: number,
  m: EngineSnapshot,
  u: Surroundings,
  includesOthers: boolean,
): CompiledRule {
  const { rule } = g,
    { codebook } = m,
    ofPlan = (one: RuleToken): boolean =>
      one.system === 'HKP' || one.system === 'KVA' || one.system === 'TERMIN';
  const treeTokens = g.tokenTree ? tokensIn(g.tokenTree) : [],
    todayTokens = [...g.today, ...treeTokens.filter((one) => one.fenster === null)],
    services = todayTokens.filter((one) => !ofPlan(one));
  const preceding = (list: readonly RuleToken[]): EarlierCondition[] =>
    list
      .filter((one) => !ofPlan(one))
      .map((token) => ({
        codes: codebook.codesOf([token]),
        window: token.fenster ?? { art: 'EVER' },
        scope: token.scope,
        token,
      }));
  const calls = callsIn(g, m);
  const traits = [...g.names].map((name) => findFact(name)?.je);
  const placeOf = placeOfRule(
    g,
    calls.isPerTooth || rule.anZaehnen !== undefined || traits.includes('zahn'),
  );
  const isStateRule = todayTokens.length === 0;
  const position = rule.position,
    code =
      position === null || /^[=<]$|\*$/.test(position.nr)
        ? 0
        : codebook.code(position.system, position.nr),
    unit = position === null ? '' : (findPosition(position.system, position.nr)?.unit ?? '');
  return {
    slot,
    parsed: g,
    rule,
    insuranceOf: insurancesOf(g, includesOthers),
    isPerSession: rule.jeSitzung === true,
    fromMonths: rule.alterVonM,
    toMonths: rule.alterBisM,
    from: rule.gueltigVon === null ? -2_000_000_000 : dayNumberOf(rule.gueltigVon),
    to: rule.gueltigBis === null ? 2_000_000_000 : dayNumberOf(rule.gueltigBis),
    today: services.length === 0 ? null : codebook.codesOf(services),
    wholeSystems: new Set(services.filter((one) => one.muster === '*').map((one) => one.system)),
    occasions: todayTokens.filter(ofPlan).map((one) => one.system as Occasion),
    noneToday: excludedToday(g, codebook),
    notes: neededNotes(g.condition).map((one) => m.notePattern(one)),
    noHistory: preceding(g.noHistory),
    neededHistory: preceding(g.neededHistory),
    needsPlan: g.neededHistory.some(ofPlan),
    tokenTree:
      g.tokenTree && buildTree(placeOf === '' ? g.tokenTree : withScope(g.tokenTree, placeOf), m),
    condition: g.condition && buildQuery(g.condition, m, u),
    menge: buildTerm(g.quantity, m, u),
    scope: placeOf,
    toothList: toothListOf(g.condition),
    isFromHistory:
      g.neededHistory.some((one) => one.scope === 'Z') &&
      (isStateRule || g.today.some((one) => one.muster === '*')),
    isPerRow: traits.includes('zeile'),
    needsRow: traits.includes('zeile') || traits.includes('plan'),
    isPerPlan: isStateRule && traits.includes('plan'),
    isStateRule,
    code,
    alternative: alternativeNumber(rule, (word) =>
      codebook.code(rule.position?.system ?? 'BEMA', word),
    ),
    mayBePresent:
      position === null ||
      position.nr === '=' ||
      rule.art === 'PRUEFUNG' ||
      (code > 0 && g.today.some((one) => codebook.codesOf([one])[code] === 1)) ||
      (code > 0 && countsItself(g, codebook, code)),
    replaced: g.replaced.length === 0 ? null : codebook.codesOf(g.replaced),
    isPerTooth: /^(?:Zahn|Kanal|Kavität|Trennstelle)/.test(unit),
    counted: calls.counted,
    ratios: calls.ratios,
  };
}
