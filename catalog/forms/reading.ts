/**
 * How hard a German text is to read, by two published formulas; for the texts of this catalogue.
 */

const WORD = /[\p{L}\p{N}-]+/gu;
const wordsIn = (text: string): string[] => text.match(WORD) ?? [];
/** Texts without a final punctuation mark count as one sentence. */
const sentencesIn = (text: string): string[] =>
  text.split(/[.!?:](?:\s|$)/u).filter((one) => wordsIn(one).length > 0);
/**
 * Counts vowel groups; a German diphthong counts once, „ie“ too. Accurate enough for texts, not for
 * single words.
 */
export const syllablesOf = (word: string): number =>
  Math.max(1, (word.toLowerCase().match(/ei|ai|au|äu|eu|ie|aa|ee|oo|[aeiouyäöü]/gu) ?? []).length);

/** Words of the longest sentence. */
export const longestSentence = (text: string): number =>
  Math.max(0, ...sentencesIn(text).map((one) => wordsIn(one).length));
/** Letters of the longest word. */
export const longestWord = (text: string): number =>
  Math.max(0, ...wordsIn(text).map((one) => one.length));

/**
 * Lesbarkeitsindex by Björnsson (Läsbarhet, 1968): words per sentence plus the share of words with
 * more than six letters in percent. Below 40: books for children; 40 to 50: fiction; 50 to 60:
 * factual texts. Needs a longer text; values of single questions vary widely.
 */
export function lix(text: string): number {
  const words = wordsIn(text),
    sentences = Math.max(1, sentencesIn(text).length);
  return words.length === 0
    ? 0
    : words.length / sentences +
        (100 * words.filter((one) => one.length > 6).length) / words.length;
}

/**
 * Erste Wiener Sachtextformel (Bamberger, Vanecek: Lesen, Verstehen, Lernen, Schreiben, 1984):
 * about the school year that can read it. 0.1935 MS + 0.1672 SL + 0.1297 IW − 0.0327 ES − 0.875
 * with MS: percent of words with three syllables or more, SL: words per sentence, IW: percent of
 * words with more than six letters, ES: percent of words with one syllable.
 */
export function wiener(text: string): number {
  const words = wordsIn(text),
    share = (is: (word: string) => boolean): number =>
      (100 * words.filter(is).length) / Math.max(1, words.length);
  const length = words.length / Math.max(1, sentencesIn(text).length);
  return (
    0.1935 * share((one) => syllablesOf(one) >= 3) +
    0.1672 * length +
    0.1297 * share((one) => one.length > 6) -
    0.0327 * share((one) => syllablesOf(one) === 1) -
    0.875
  );
}
