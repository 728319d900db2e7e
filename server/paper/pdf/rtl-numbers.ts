// Wraps numbers inside right-to-left text: every left-to-right run gets one isolate (UAX #9, LRI …
// PDI). Without it a comma, a dash or a blank swaps the parts: 12,50 € would print as 50,12 €.

// Letters, digits of any script, fractions and the symbols of an amount.
const ATOM = String.raw`[\p{Script=Latin}\p{Nd}\p{No}\p{Sc}%‰°′″µΩ§²³]+`;
const BLANK = String.raw`[ \u00a0\u2009\u202f]`;
const SIGN = String.raw`[+\-−±~≈<>≤≥]`;
/**
 * Joins two atoms: marks without a blank, dashes and the like with or without one, one blank, an
 * area code.
 */
const JOINS = [
  String.raw`[.,:;/'’@_+\-−–—&·×=~#٫٬]+`,
  `${BLANK}?[\\-−–—/×=+]${BLANK}?${SIGN}?`,
  // An abbreviation does not end a sentence.
  String.raw`(?<=\p{Script=Latin})\.${BLANK}`,
  `${BLANK}?\\(\\p{Nd}+\\)${BLANK}?`,
  BLANK,
].join('|');
const RUN = new RegExp(`(?:\\(\\p{Nd}+\\)${BLANK}?)?${SIGN}?${ATOM}(?:(?:${JOINS})${ATOM})*`, 'gu');
const HAS_NUMBER = /[\p{Nd}\p{No}]/u;

/**
 * Returns the text with an isolate around each number and its context: sign, currency, unit, its
 * second half.
 */
export const isolateNumbers = (text: string): string =>
  text.replace(RUN, (run) => (HAS_NUMBER.test(run) ? `\u2066${run}\u2069` : run));

const RTL_LETTER =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/**
 * Returns a name as a unit of its own (FSI … PDI) if it is written from right to left: a date after
 * an Arabic or Hebrew name would print in front of it.
 */
export const isolateName = (name: string): string =>
  RTL_LETTER.test(name) ? `\u2068${name}\u2069` : name;
