// Keeps together at display what must not be torn by a line break: "§ 22 BDSG", telephone numbers.

/** Unbreakable space; never in stored, hashed or signed text. */
const FIXED = '\u00A0';
/** The sign or word before the number of a law. */
const BEFORE = /(§§?|Art\.|Abs\.|Nr\.|Satz) (?=\d)/g;
/** The number before what follows it; without a look-behind, which Safari 14 does not parse. */
const AFTER = /(\d[a-z]?) (?=(?:Abs|Nr|Satz)\b|[A-Z]{2,5}\b)/g;
/** Digits in groups, with the usual signs between them: at least seven digits. */
const PHONE = /\+?\d[\d ()/–-]{6,}\d/g;

/** Returns the same text with unbreakable spaces inside references to laws and telephone numbers. */
export const unbroken = (text: string): string =>
  text
    .replace(BEFORE, `$1${FIXED}`)
    .replace(AFTER, `$1${FIXED}`)
    .replace(PHONE, (number) => number.replace(/ /g, FIXED));
