// Cells of CSV files that people open in a spreadsheet: text stays the same text. Pure.

/** Cells that a spreadsheet would run as a formula, also after leading blanks. */
const FORMULA = /^\s*[=+\-@\t\r|%]/;
/** Returns such a cell as text (B42). */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/**
 * Text that a spreadsheet would read as a number or a day and store differently: `0010` as 10,
 * `2024-01` as a month, sixteen digits with the last one lost.
 */
const MISREAD = /^(?:0\d+|\d{12,}|\d+[eE]\d+|\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?)$/;
/** Returns such a text as a constant, the only spelling that a spreadsheet keeps as text. */
export const asText = (text: string): string =>
  MISREAD.test(text) ? `="${text}"` : harmless(text);

const CONSTANT = /^="([^"]*)"$/,
  EQUALS = 0x3d,
  APOSTROPHE = 0x27;
/** Returns the text of a cell that was written by `asText`. */
export function readText(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === EQUALS) return CONSTANT.exec(cell)?.[1] ?? cell;
  return first === APOSTROPHE && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
