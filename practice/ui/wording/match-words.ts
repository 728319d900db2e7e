// Matching of typed words against texts: without accents, by either spelling of an umlaut.

const SPELT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Returns a text in lower case without accents, soft hyphens and ß. */
export const plain = (text: string): string =>
  text
    .replaceAll('\u00ad', '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

const spelt = (text: string): string =>
  plain(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöü]/g, (letter) => SPELT[letter] ?? letter),
  );

/** Returns a text in both spellings, to be searched more than once by `isIn`. */
export const bothSpellings = (text: string): string => `${plain(text)} ${spelt(text)}`;

/** Checks whether a text in both spellings contains every typed word. */
export const isIn = (both: string, typed: string): boolean =>
  plain(typed)
    .split(/\s+/)
    .every((word) => both.includes(word));

/** Checks whether a text contains every typed word; an empty text matches everything. */
export const holdsWords = (text: string, typed: string): boolean =>
  isIn(bothSpellings(text), typed);
