// In which language a paper is read that does not exist in the language somebody chose, and how
// that was decided.

import type { Reading } from './reading.ts';

/**
 * The language in which a paper is shown to somebody who chose another one.
 * @returns undefined where the text is not there in it and nobody has said how to go on: then it is
 * asked first
 */
export function readingLanguage(
  available: readonly string[],
  chosen: string,
  reading: Pick<Reading, 'instead'>,
): string | undefined {
  if (available.includes(chosen)) return chosen;
  const { instead } = reading;
  return instead?.wanted === chosen && available.includes(instead.shown)
    ? instead.shown
    : undefined;
}

/**
 * The evidence as it is handed in: what was said for a language that is not the chosen one any more
 * does not count.
 */
export function withoutStale(reading: Reading, chosen: string): Reading {
  const { instead, ...rest } = reading;
  return instead === undefined || instead.wanted === chosen ? reading : rest;
}
