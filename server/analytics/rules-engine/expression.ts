// Compiles conditions and quantities of rules to functions over the current day: true, false, or
// unknown, which is never treated as true.

import { doneIn } from '../snapshot/note-reading.ts';
import { findFact } from '../../../shared/analytics/billing/rule-facts.ts';
import {
  parsePattern,
  type Condition,
  type Dauer,
  type Entry,
  type TokenTree,
  type Term,
  type ComparisonOperator,
} from '../../../shared/analytics/billing/rule-language.ts';
import { plusMonths } from '../snapshot/calendar.ts';
import type { Situation } from './day-state.ts';
import {
  finderOf,
  ruleFunction,
  rang,
  type Finder,
  type Surroundings,
  type Value,
} from './facts.ts';
import type { EngineSnapshot } from './engine-snapshot.ts';

/** 1 true, 0 false, -1 unknown. */
type Verdict = 1 | 0 | -1;
export type Query = (k: Situation) => Verdict;

const isDuration = (wert: Value): wert is Dauer =>
  typeof wert === 'object' && wert !== null && 'einheit' in wert;
const addDuration = (tag: number, dauer: Dauer, sign = 1): number =>
  dauer.einheit === 'D' ? tag + sign * dauer.n : plusMonths(tag, sign * dauer.n);
const wahr = (one: boolean): Verdict => (one ? 1 : 0);
const je = (wert: Value): readonly (number | string | boolean)[] =>
  Array.isArray(wert)
    ? (wert as readonly (number | string)[])
    : [wert as number | string | boolean];

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
      const links = buildTerm(term.links, m, u),
        rechts = buildTerm(term.rechts, m, u),
        sign = term.zeichen === '+' ? 1 : -1;
      return (k) => {
        const a = links(k),
          b = rechts(k);
        if (typeof a !== 'number') return null;
        return isDuration(b)
          ? addDuration(a, b, sign)
          : typeof b === 'number'
            ? a + sign * b
            : null;
      };
    }
    case 'tafel': {
      const schluessel = finderOf(term.schluessel, u),
        entries = new Map(
          Object.entries(term.entries)
            .filter((one): one is [string, Term] => !Array.isArray(one[1]))
            .map(([key, value]) => [key, buildTerm(value, m, u)]),
        );
      return (k) => {
        const key = schluessel(k);
        return typeof key === 'string' ? (entries.get(key)?.(k) ?? null) : null;
      };
    }
  }
}
const orderOf = (wert: number | string | boolean): number | string =>
  typeof wert === 'string' && rang(wert) >= -1 && /^[A-Z_]+$/.test(wert)
    ? rang(wert)
    : typeof wert === 'boolean'
      ? Number(wert)
      : wert;
function equal(a: number | string | boolean, b: number | string | boolean): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') return false;
  const x = String(a),
    y = String(b);
  return x.length === y.length && x.toUpperCase() === y.toUpperCase();
}
function compares(
  zeichen: ComparisonOperator,
  a: number | string | boolean,
  b: number | string | boolean,
): boolean {
  if (zeichen === '=') return equal(a, b);
  if (zeichen === '!=') return !equal(a, b);
  const x = orderOf(a),
    y = orderOf(b);
  return zeichen === '<' ? x < y : zeichen === '<=' ? x <= y : zeichen === '>' ? x > y : x >= y;
}
/** Compares days with a duration by the elapsed time: `letzteAIT>28D`. */
const toDays = (zeichen: ComparisonOperator, tag: number, seit: number, dauer: Dauer): boolean =>
  compares(zeichen, tag, addDuration(seit, dauer));

function buildList(
  liste: readonly Entry[],
  m: EngineSnapshot,
  u: Surroundings,
): (k: Situation, wert: number | string | boolean, isDayValue: boolean) => Verdict {
  const entries = liste.map((one) =>
    one.art === 'einer'
      ? {
          von: buildTerm(one.term, m, u),
          bis: null,
          wort: one.term.art === 'zahl' ? one.term.wort : null,
        }
      : { von: buildTerm(one.von, m, u), bis: buildTerm(one.bis, m, u), wort: null },
  );
  return (k, wert, isDayValue) => {
    let offen = false;
    for (const { von, bis, wort } of entries) {
      if (bis === null) {
        // Classes of findings are written as numbers: `6.*` covers the whole sixth class.
        if (typeof wert === 'string' && wort !== null) {
          if (wort.endsWith('.*') ? wert.startsWith(wort.slice(0, -1)) : wert === wort) return 1;
          continue;
        }
        const said = von(k);
        if (said === null || isDuration(said)) {
          offen = true;
          continue;
        }
        if (je(said).some((one) => equal(wert, one))) return 1;
      } else {
        const from = von(k),
          to = bis(k);
        if (from === null || to === null) {
          offen = true;
          continue;
        }
        if (isDuration(from) && isDuration(to)) {
          if (
            isDayValue &&
            typeof wert === 'number' &&
            toDays('>=', k.tag, wert, from) &&
            toDays('<=', k.tag, wert, to)
          )
            return 1;
        } else if (
          typeof from === 'number' &&
          typeof to === 'number' &&
          typeof wert === 'number' &&
          wert >= from &&
          wert <= to
        )
          return 1;
      }
    }
    return offen ? -1 : 0;
  };
}
const isDayValue = (term: Term): boolean =>
  (term.art === 'merkmal' && findFact(term.name)?.typ === 'tag') ||
  (term.art === 'ruf' && term.name === 'abstand') ||
  (term.art === 'rechnung' && isDayValue(term.links));

/**
 * Compiles a condition to a function; several values match if one of them does, and never match
 * `!=` or `not in` if one of them is present.
 */
export function buildQuery(b: Condition, m: EngineSnapshot, u: Surroundings): Query {
  switch (b.art) {
    case 'und': {
      const parts = b.parts.map((one) => buildQuery(one, m, u));
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
    case 'oder': {
      const parts = b.parts.map((one) => buildQuery(one, m, u));
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
    case 'nicht': {
      const von = buildQuery(b.von, m, u);
      return (k) => {
        const said = von(k);
        return said === -1 ? -1 : wahr(said === 0);
      };
    }
    case 'notiz': {
      const muster = parsePattern(b.muster);
      // Without a note nothing is documented, and nothing speaks against it either. A pattern that
      // must be absent contains its own negations, so it is searched in the plain text.
      return (k) => {
        const text = k.notiz();
        if (b.isNegated) return wahr(text === '' || !muster.test(text));
        return wahr(text !== '' && doneIn(text, muster) !== null);
      };
    }
    case 'wahr': {
      const term = buildTerm(b.term, m, u);
      return (k) => {
        const said = term(k);
        return said === null ? -1 : wahr(said === true);
      };
    }
    case 'vergleich': {
      const links = buildTerm(b.links, m, u),
        rechts = buildTerm(b.rechts, m, u),
        tage = isDayValue(b.links),
        { zeichen } = b;
      return (k) => {
        const a = links(k),
          c = rechts(k);
        if (a === null || c === null || isDuration(a)) return -1;
        if (isDuration(c))
          return tage && typeof a === 'number' ? wahr(toDays(zeichen, k.tag, a, c)) : -1;
        const fits = (x: number | string | boolean): boolean =>
          je(c).some((y) => compares(zeichen, x, y));
        return wahr(zeichen === '!=' ? je(a).every(fits) : je(a).some(fits));
      };
    }
    case 'in': {
      const links = buildTerm(b.links, m, u),
        tage = isDayValue(b.links);
      const grid = b.grid?.art === 'tafel' ? b.grid : null,
        schluessel = grid && finderOf(grid.schluessel, u);
      const listen = new Map(
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
        const a = links(k);
        let liste = onlyOne;
        if (schluessel) {
          const key = schluessel(k);
          if (typeof key !== 'string') return -1;
          liste = listen.get(key) ?? (() => 0);
        }
        if (a === null || isDuration(a) || !liste) return -1;
        let said: Verdict = 0;
        for (const one of je(a)) {
          const found = liste(k, one, tage);
          if (found === 1) {
            said = 1;
            break;
          }
          if (found === -1) said = -1;
        }
        return b.isNegated ? (said === -1 ? -1 : wahr(said === 0)) : said;
      };
    }
  }
}

/** Tokens joined by `&` and `|`, all of them on the same day; those of history in their window. */
export function buildTree(tokenTree: TokenTree, m: EngineSnapshot): (k: Situation) => boolean {
  if (tokenTree.art === 'marke') {
    const { token } = tokenTree,
      menge = m.codebook.menge([token]);
    return token.fenster === null
      ? (k) => k.heute(menge, token.scope, true) >= 0
      : (k) => {
          const from = k.von(token.fenster);
          return from !== null && k.preceding(menge, from, token.scope, true) >= 0;
        };
  }
  const parts = tokenTree.parts.map((one) => buildTree(one, m));
  return tokenTree.art === 'und'
    ? (k) => parts.every((one) => one(k))
    : (k) => parts.some((one) => one(k));
}
