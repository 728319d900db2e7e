// What a paper prints because of its reading: every language that was read, and one sentence
// on each signer.

import { languageName } from '../base/language-names.ts';
import type { DocumentData } from '../desk/document.ts';
import { languagesIn, languagesRead } from './read-in.ts';
import type { Reading } from './reading.ts';

/** What a paper prints in addition: known only once it was read. */
export interface PrintedReading {
  /** German first, then every language in which it was read. */
  readonly languages: readonly string[];
  /** How each signer understood the text, in German sentences. */
  readonly understood: readonly string[];
}
interface Read {
  readonly language: string;
  readonly reading: Pick<Reading, 'instead' | 'languages'>;
  readonly signers: readonly { readonly name: string }[];
}

/** The sentence on the signers of one device; undefined if they read German alone. */
function sentenceOf(
  available: readonly string[],
  { language, reading, signers }: Read,
): string | undefined {
  const who = signers.map(({ name }) => name).join(', '),
    { instead } = reading;
  if (instead !== undefined && instead.wanted === language && !available.includes(language)) {
    const missing = `Diesen Text gibt es nicht auf ${languageName(language, 'de')}.`;
    return instead.by === 'interpreter'
      ? `${who}: ${missing} Der deutsche Text wurde übersetzt von: ${instead.name ?? 'einer Begleitperson'}.`
      : `${who}: ${missing} Selbst gelesen auf ${languageName(instead.shown, 'de')}.`;
  }
  const foreign = languagesRead(available, language, reading)
    .filter((one) => one !== 'de')
    .map((one) => languageName(one, 'de'));
  return foreign.length === 0
    ? undefined
    : `${who}: gelesen auf ${foreign.join(', ')}, neben dem verbindlichen deutschen Text.`;
}

/**
 * Returns what the paper prints in addition: undefined where all read it in German, as the
 * presented paper shows it.
 */
export function printedReading(
  data: Pick<DocumentData, 'available' | 'languages'>,
  parts: readonly Read[],
): PrintedReading | undefined {
  const available = languagesIn(data);
  const languages = [
    ...new Set([
      ...data.languages,
      ...parts.flatMap(({ language, reading }) => languagesRead(available, language, reading)),
    ]),
  ];
  const understood = parts.flatMap((one) => sentenceOf(available, one) ?? []);
  return understood.length === 0 && languages.length === data.languages.length
    ? undefined
    : { languages, understood };
}
