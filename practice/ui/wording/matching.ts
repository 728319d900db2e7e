// Matching of a list's entries against typed words.

import { bothSpellings, isIn, plain } from './match-words.ts';

/** Searched texts of entries: folding all of them again with each letter would delay the answer. */
const texts = new WeakMap<object, string>();
function textOf(entry: { readonly label: string; readonly also?: string }): string {
  const found = texts.get(entry) ?? bothSpellings(`${entry.label} ${entry.also ?? ''}`);
  texts.set(entry, found);
  return found;
}

/**
 * Returns the entries that contain every typed word, those that start with the text first; none
 * for an empty text.
 */
export function matching<Entry extends { readonly label: string; readonly also?: string }>(
  entries: readonly Entry[],
  typed: string,
  limit: number,
): Entry[] {
  const text = plain(typed.trim());
  if (text === '') return [];
  const found = entries.filter((entry) => isIn(textOf(entry), typed)),
    isFirst = ({ label }: Entry): boolean => plain(label).startsWith(text);
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))].slice(0, limit);
}
