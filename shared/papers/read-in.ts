// Reading language of a paper that does not exist in the chosen language, and how it was decided.

import type { Reading } from './reading.ts';

/**
 * Returns the language in which a paper is shown if it is missing in the chosen one.
 * @returns undefined if the text is missing and no choice was made: then it is requested first
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
 * Returns the evidence for submission: a choice for another than the chosen language does not
 * count.
 */
export function withoutStale(reading: Reading, chosen: string): Reading {
  const { instead, ...rest } = reading;
  return instead === undefined || instead.wanted === chosen ? reading : rest;
}
