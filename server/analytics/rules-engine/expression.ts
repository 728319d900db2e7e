// Compiles conditions and quantities of rules to functions over the current day: true, false, or
// unknown, which is never treated as true.

import { findFact } from '../../../shared/analytics/billing/rule-facts.ts';
import {
  type Condition,
  type Duration,
  type Entry,
  type TokenTree,
  type Term,
  type ComparisonOperator,
} from '../../../shared/analytics/billing/rule-language.ts';
import { plusMonths } from '../snapshot/calendar.ts';
import type { Situation } from './day-state.ts';
import { finderOf } from './facts/facts.ts';
import type { Finder, Surroundings, Value } from './facts/finder.ts';
import { rank } from './facts/plan-states.ts';
import { ruleFunction } from './facts/rule-functions.ts';
import type { EngineSnapshot } from './engine-snapshot.ts';

/** 1 true, 0 false, -1 unknown. */
type Verdict = 1 | 0 | -1;
/** One value of a term. */
type Single = number | string | boolean;
export type Query = (k: Situation) => Verdict;

const isDuration = (value: Value): value is Duration =>
  typeof value === 'object' && value !== null && 'einheit' in value;
const addDuration = (day: number, duration: Duration, sign = 1): number =>
  duration.einheit === 'D' ? day + sign * duration.n : plusMonths(day, sign * duration.n);
const verdict = (one: boolean): Verdict => (one ? 1 : 0);
const each = (value: Value): readonly Single[] =>
  Array.isArray(value) ? (value as readonly (number | string)[]) : [value as Single];

/** Compiles a term to a function. */
export function buildTerm(term: Term, m: EngineSnapshot, u: Surroundings): Finder {
  switch (term.art) {
    case 'zahl':
      return () => term.wert;
    case 'dauer':
      return () => term.wert;
    case 'uhr':
      return () => term.minuten;
    case 'text':
    case 'wort':
      return () => term.wert;
    case 'merkmal':
      return finderOf(term.name, u);
    case 'ruf':
      return ruleFunction(m, term.name, term.chosenMarks, term.second, term.fenster, term.worte);
    case 'rechnung': {
      const left = buildTerm(term.links, m, u),
        right = buildTerm(term.rechts, m, u),
        sign = term.zeichen === '+' ? 1 : -1;
      return (k) => {
        const a = left(k),
          b = right(k);
        if (typeof a !== 'number') return null;
        return isDuration(b)
          ? addDuration(a, b, sign)
          : typeof b === 'number'
            ? a + sign * b
            : null;
      };
    }
    case 'tafel': {
      const key_ = finderOf(term.schluessel, u),
        entries = new Map(
          Object.entries(term.entries)
            .filter((one): one is [string, Term] => !Array.isArray(one[1]))
            .map(([key, value]) => [key, buildTerm(value, m, u)]),
        );
      return (k) => {
        const key = key_(k);
        return typeof key === 'string' ? (entries.get(key)?.(k) ?? null) : null;
      };
    }
  }
}
const orderOf = (value: Single): number | string =>
  typeof value === 'string' && rank(value) >= -1 && /^[A-Z_]+$/.test(value)
    ? rank(value)
    : typeof value === 'boolean'
      ? Number(value)
      : value;
function equal(a: Single, b: Single): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') return false;
  const x = String(a),
    y = String(b);
  return x.length === y.length && x.toUpperCase() === y.toUpperCase();
}
function compares(sign: ComparisonOperator, a: Single, b: Single): boolean {
  if (sign === '=') return equal(a, b);
  if (sign === '!=') return !equal(a, b);
  const x = orderOf(a),
    y = orderOf(b);
  return sign === '<' ? x < y : sign === '<=' ? x <= y : sign === '>' ? x > y : x >= y;
}
/** Compares days with a duration by the elapsed time: `letzteAIT>28D`. */
const toDays = (
  sign: ComparisonOperator,
  day: number,
  since: number,
  duration: Duration,
): boolean => compares(sign, day, addDuration(since, duration));

function buildList(
  list: readonly Entry[],
  m: EngineSnapshot,
  u: Surroundings,
): (k: Situation, value: Single, isDayValue: boolean) => Verdict {
  const entries = list.map((one) =>
    one.art === 'einer'
      ? {
          von: buildTerm(one.term, m, u),
          bis: null,
          wort: one.term.art === 'zahl' ? one.term.wort : null,
        }
      : { von: buildTerm(one.von, m, u), bis: buildTerm(one.bis, m, u), wort: null },
  );
  return (k, value, isDayValue) => {
    let open = false;
    for (const { von: since, bis: until, wort: word } of entries) {
      if (until === null) {
        // Classes of findings are written as numbers: `6.*` covers the whole sixth class.
        if (typeof value === 'string' && word !== null) {
          if (word.endsWith('.*') ? value.startsWith(word.slice(0, -1)) : value === word) return 1;
          continue;
        }
        const said = since(k);
        if (said === null || isDuration(said)) {
          open = true;
          continue;
        }
        if (each(said).some((one) => equal(value, one))) return 1;
      } else {
        const from = since(k),
          to = until(k);
        if (from === null || to === null) {
          open = true;
          continue;
        }
        if (isDuration(from) && isDuration(to)) {
          if (
            isDayValue &&
            typeof value === 'number' &&
            toDays('>=', k.day, value, from) &&
            toDays('<=', k.day, value, to)
          )
            return 1;
        } else if (
          typeof from === 'number' &&
          typeof to === 'number' &&
          typeof value === 'number' &&
          value >= from &&
          value <= to
        )
          return 1;
      }
    }
    return open ? -1 : 0;
  };
}
const isDayValue = (term: Term): boolean =>
  (term.art === 'merkmal' && findFact(term.name)?.typ === 'tag') ||
  (term.art === 'ruf' && term.name === 'abstand') ||
  (term.art === 'rechnung' && isDayValue(term.links));

/** The condition of a kind. */
type ConditionOf<A extends Condition['art']> = Extract<Condition, { art: A }>;

/** All parts hold; one false part decides. */
function allOf(parts: readonly Query[]): Query {
  return (k) => {
    let all: Verdict = 1;
    for (const one of parts) {
      const said = one(k);
      if (said === 0) return 0;
      if (said === -1) all = -1;
    }
    return all;
  };
}

/** One part holds; one true part decides. */
function anyOf(parts: readonly Query[]): Query {
  return (k) => {
    let all: Verdict = 0;
    for (const one of parts) {
      const said = one(k);
      if (said === 1) return 1;
      if (said === -1) all = -1;
    }
    return all;
  };
}

function buildNoteQuery(b: ConditionOf<'notiz'>, m: EngineSnapshot): Query {
  const pattern = m.notePattern(b.muster);
  // Without a note nothing is documented, and nothing contradicts it either. A pattern that must be
  // absent contains its own negations, so it is searched in the plain text.
  return (k) => {
    const text = k.note();
    if (b.isNegated) return verdict(text === '' || !pattern.isIn(text));
    return verdict(text !== '' && pattern.doneIn(text) !== null);
  };
}

function buildComparison(b: ConditionOf<'vergleich'>, m: EngineSnapshot, u: Surroundings): Query {
  const left = buildTerm(b.links, m, u),
    right = buildTerm(b.rechts, m, u),
    days = isDayValue(b.links),
    { zeichen: sign } = b;
  return (k) => {
    const a = left(k),
      c = right(k);
    if (a === null || c === null || isDuration(a)) return -1;
    if (isDuration(c))
      return days && typeof a === 'number' ? verdict(toDays(sign, k.day, a, c)) : -1;
    if (!Array.isArray(a) && !Array.isArray(c))
      return verdict(compares(sign, a as Single, c as Single));
    const candidates = each(c),
      isFitting = (x: Single): boolean => candidates.some((y) => compares(sign, x, y));
    return verdict(sign === '!=' ? each(a).every(isFitting) : each(a).some(isFitting));
  };
}

function buildMembership(b: ConditionOf<'in'>, m: EngineSnapshot, u: Surroundings): Query {
  const left = buildTerm(b.links, m, u),
    days = isDayValue(b.links);
  const grid = b.grid?.art === 'tafel' ? b.grid : null,
    codeKey = grid && finderOf(grid.schluessel, u);
  const lists = new Map(
      Object.entries(grid?.entries ?? {}).map(([key, value]) => [
        key,
        buildList(
          Array.isArray(value)
            ? (value as readonly Entry[])
            : [{ art: 'einer', term: value as Term }],
          m,
          u,
        ),
      ]),
    ),
    onlyOne = grid ? null : buildList(b.liste, m, u);
  return (k) => {
    const a = left(k);
    let list = onlyOne;
    if (codeKey) {
      const key = codeKey(k);
      if (typeof key !== 'string') return -1;
      list = lists.get(key) ?? (() => 0);
    }
    if (a === null || isDuration(a) || !list) return -1;
    let said: Verdict = 0;
    for (const one of each(a)) {
      const found = list(k, one, days);
      if (found === 1) {
        said = 1;
        break;
      }
      if (found === -1) said = -1;
    }
    return b.isNegated ? (said === -1 ? -1 : verdict(said === 0)) : said;
  };
}

/**
 * Compiles a condition to a function; several values match if one of them does, and never match
 * `!=` or `not in` if one of them is present.
 */
export function buildQuery(b: Condition, m: EngineSnapshot, u: Surroundings): Query {
  switch (b.art) {
    case 'und':
      return allOf(b.parts.map((one) => buildQuery(one, m, u)));
    case 'oder':
      return anyOf(b.parts.map((one) => buildQuery(one, m, u)));
    case 'nicht': {
      const inner = buildQuery(b.von, m, u);
      return (k) => {
        const said = inner(k);
        return said === -1 ? -1 : verdict(said === 0);
      };
    }
    case 'notiz':
      return buildNoteQuery(b, m);
    case 'wahr': {
      const term = buildTerm(b.term, m, u);
      return (k) => {
        const said = term(k);
        return said === null ? -1 : verdict(said === true);
      };
    }
    case 'vergleich':
      return buildComparison(b, m, u);
    case 'in':
      return buildMembership(b, m, u);
  }
}

/**
 * Builds the tree of tokens joined by `&` and `|`, all of them on the same day; those of history in
 * their window.
 */
export function buildTree(tokenTree: TokenTree, m: EngineSnapshot): (k: Situation) => boolean {
  if (tokenTree.art === 'marke') {
    const { token } = tokenTree,
      quantity = m.codebook.codesOf([token]);
    return token.fenster === null
      ? (k) => k.newestToday(quantity, token.scope, true) >= 0
      : (k) => {
          const from = k.startOf(token.fenster);
          return from !== null && k.preceding(quantity, from, token.scope, true) >= 0;
        };
  }
  const parts = tokenTree.parts.map((one) => buildTree(one, m));
  return tokenTree.art === 'und'
    ? (k) => parts.every((one) => one(k))
    : (k) => parts.some((one) => one(k));
}
