// Standard group of an appointment by its keywords, if its type has none: ordered patterns of the
// practice, and guesses of patterns. Pure.

import { rankOf, simplify, guessGroup, type StandardGroup } from './appointment-types.ts';

/** A word or consecutive words; a `*` at either end matches any letters. */
export interface KeywordPattern {
  readonly muster: string;
  readonly gruppe: StandardGroup;
}
/** Keywords of appointments, and the number of appointments. */
export interface KeywordText {
  readonly text: string;
  readonly termine: number;
}

/** Maximum letters of a pattern, and patterns of a practice. */
export const MAX_PATTERN_LENGTH = 60,
  MAX_PATTERNS = 200;

/**
 * Returns the search string for normalized keywords, with a space where a word begins or ends; null
 * if a pattern is empty, or has a `*` inside.
 */
export function searchable(muster: string): string | null {
  const text = muster.trim(),
    inner = text.replace(/^\*+|\*+$/g, ''),
    plain = simplify(inner);
  if (inner.includes('*') || plain.trim() === '') return null;
  return plain.slice(text.startsWith('*') ? 1 : 0, text.endsWith('*') ? -1 : undefined);
}
/** Returns keywords in normalized form; no pattern matches across two of them. */
const simplifyAll = (keywords: string): string => keywords.split('|').map(simplify).join('|');

/** Returns the index of the first matching pattern, -1 if none matches. */
export function firstPatternOf(
  muster: readonly Pick<KeywordPattern, 'muster'>[],
): (stichworte: string) => number {
  const each = muster.map((one) => searchable(one.muster));
  return (keywords) => {
    const text = simplifyAll(keywords);
    return each.findIndex((one) => one !== null && text.includes(one));
  };
}
/** Returns the indices of all matching patterns; the first of them decides. */
export function findAllPatterns(
  muster: readonly Pick<KeywordPattern, 'muster'>[],
): (stichworte: string) => number[] {
  const each = muster.map((one) => searchable(one.muster));
  return (keywords) => {
    const text = simplifyAll(keywords);
    return each.flatMap((one, at) => (one !== null && text.includes(one) ? [at] : []));
  };
}
/** Returns the indices of patterns that are empty, or equal to an earlier one. */
export function patternProblem(
  muster: readonly Pick<KeywordPattern, 'muster'>[],
): ('leer' | 'doppelt' | null)[] {
  const seen = new Set<string>();
  return muster.map((one) => {
    const text = one.muster.length > MAX_PATTERN_LENGTH ? null : searchable(one.muster);
    if (text === null) return 'leer';
    if (seen.has(text)) return 'doppelt';
    seen.add(text);
    return null;
  });
}

/**
 * Returns the shortest pattern that explains the guessed group: one word of the keywords, else all
 * of them.
 */
function patternFrom(keyword: string, group: StandardGroup): string {
  return keyword.split(/[^\p{L}\p{N}]+/u).find((word) => guessGroup(word) === group) ?? keyword;
}
/**
 * Guesses patterns from keywords: the more specific pattern first, within one group the pattern
 * with more appointments.
 * @param texts keywords that no pattern fits;
 * @param meaning of the practice's own short codes, by their plain form
 */
export function proposePatterns(
  texts: readonly KeywordText[],
  meaning: ReadonlyMap<string, string>,
): KeywordPattern[] {
  const found = new Map<string, KeywordPattern & { termine: number }>();
  for (const { text, termine } of [...texts].sort(
    (a, b) => b.termine - a.termine || (a.text < b.text ? -1 : 1),
  )) {
    const own = new Set<string>();
    for (const keyword of text.split('|').map((one) => one.trim())) {
      const group = guessGroup(keyword, meaning.get(simplify(keyword)) ?? '');
      if (group === null) continue;
      const muster = patternFrom(keyword, group),
        key = searchable(muster);
      if (key === null || muster.length > MAX_PATTERN_LENGTH || own.has(key)) continue;
      own.add(key);
      const before = found.get(key);
      found.set(
        key,
        before
          ? { ...before, termine: before.termine + termine }
          : { muster, gruppe: group, termine },
      );
    }
  }
  return [...found.values()]
    .sort(
      (a, b) =>
        rankOf(a.gruppe) - rankOf(b.gruppe) ||
        b.termine - a.termine ||
        (a.muster < b.muster ? -1 : 1),
    )
    .slice(0, MAX_PATTERNS)
    .map(({ muster, gruppe }) => ({ muster, gruppe }));
}
