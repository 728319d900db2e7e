// Matching of a list's entries against typed words.

import { holdsWords, plain } from './match-words.ts';

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
  const found = entries.filter(({ label, also = '' }) => holdsWords(`${label} ${also}`, typed)),
    isFirst = ({ label }: Entry): boolean => plain(label).startsWith(text);
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))].slice(0, limit);
}
