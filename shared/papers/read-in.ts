// Languages in which a paper was read, and how that was decided where the chosen one is missing.

import type { Reading, ReadIn } from './reading.ts';

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

/** Returns the languages of a stored paper; the earliest ones list the printed languages only. */
export const languagesIn = (data: {
  readonly available?: readonly string[];
  readonly languages: readonly string[];
}): readonly string[] => data.available ?? data.languages;

/**
 * Returns how a paper was understood, for staff: undefined if it was read in German without help,
 * or if the language is unknown.
 * @param at ms UTC of the submission
 */
export function understandingOf(
  available: readonly string[],
  chosen: string,
  reading: Pick<Reading, 'instead'>,
  at: number,
): ReadIn | undefined {
  const shown = readingLanguage(available, chosen, reading);
  if (shown === undefined) return reading.instead;
  if (!available.includes(chosen)) return reading.instead;
  return shown === 'de' ? undefined : { wanted: chosen, shown, by: 'self', at };
}

/**
 * Returns every language of the text that was on the screen, in the order of reading; German first.
 */
export function languagesRead(
  available: readonly string[],
  chosen: string,
  reading: Pick<Reading, 'instead' | 'languages'>,
): string[] {
  const last = readingLanguage(available, chosen, reading);
  return [
    ...new Set(['de', ...(reading.languages ?? []), ...(last === undefined ? [] : [last])]),
  ].filter((one) => available.includes(one));
}

/**
 * Returns the words for staff: `read` in a language of the text, `self` in another one, a person
 * translated, `named` if it is known who.
 */
export const readInWords = ({
  wanted,
  shown,
  by,
  name,
}: ReadIn): 'read' | 'self' | 'interpreter' | 'named' =>
  by === 'interpreter'
    ? name === undefined
      ? 'interpreter'
      : 'named'
    : wanted === shown
      ? 'read'
      : 'self';
