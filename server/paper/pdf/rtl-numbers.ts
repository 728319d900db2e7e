// Numbers inside right-to-left text: whatever is read from left to right there stands in one isolate (UAX #9, LRI … PDI).
// Without it a comma, a dash or a blank turns the parts round: 12,50 € would print as 50,12 €.

// Letters, digits of any script, fractions and the signs that belong to an amount.
const ATOM = String.raw`[\p{Script=Latin}\p{Nd}\p{No}\p{Sc}%‰°′″µΩ§²³]+`;
const BLANK = String.raw`[ \u00a0\u2009\u202f]`;
const SIGN = String.raw`[+\-−±~≈<>≤≥]`;
/** What joins two atoms: marks without a blank, dashes and the like with or without one, one blank, an area code. */
const JOINS = [
  String.raw`[.,:;/'’@_+\-−–—&·×=~#٫٬]+`,
  `${BLANK}?[\\-−–—/×=+]${BLANK}?${SIGN}?`,
  // An abbreviation ends no sentence.
  String.raw`(?<=\p{Script=Latin})\.${BLANK}`,
  `${BLANK}?\\(\\p{Nd}+\\)${BLANK}?`,
  BLANK,
].join('|');
const RUN = new RegExp(`(?:\\(\\p{Nd}+\\)${BLANK}?)?${SIGN}?${ATOM}(?:(?:${JOINS})${ATOM})*`, 'gu');
const HAS_NUMBER = /[\p{Nd}\p{No}]/u;

/** The same text with an isolate around each number and what is read with it: sign, currency, unit, its second half. */
export const isolateNumbers = (text: string): string =>
  text.replace(RUN, (run) => (HAS_NUMBER.test(run) ? `\u2066${run}\u2069` : run));
