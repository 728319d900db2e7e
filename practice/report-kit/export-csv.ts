// Writes a table as a CSV file that German spreadsheets open by a double click: semicolons, decimal
// commas, a byte order mark, and no executable formulas (B42). Pure.

import type { Column, CellValue } from '../../shared/analytics/reports/report.ts';
import { isNumeric, columnIn } from '../../shared/analytics/reports/report-format.ts';

/**
 * Cells that a spreadsheet would run as a formula are written as text; also after leading blanks.
 */
const harmless = (text: string): string => (/^\s*[=+\-@\t\r|%]/.test(text) ? `'${text}` : text);
const quoted = (text: string): string =>
  /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Formats a number with a decimal comma, without grouping: cents stay cents, shares are written in
 * percent.
 */
export function csvNumber(value: number, typ: Column['typ']): string {
  const given = typ === 'anteil' ? value * 100 : value,
    digits = typ === 'eur' ? 2 : 4;
  // Rounded as displayed, and without a negative zero.
  const text = Number(given.toFixed(digits)).toLocaleString('en-US', {
    useGrouping: false,
    minimumFractionDigits: typ === 'eur' ? 2 : 0,
    maximumFractionDigits: digits,
  });
  return (text === '-0' || text === '-0.00' ? text.slice(1) : text).replace('.', ',');
}
/** @param say formats a value, for everything that is not a number */
function csvValue(
  value: CellValue | undefined,
  column: Column,
  say: (value: CellValue, spalte: Column) => string,
): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number' && isNumeric(column.typ)) return csvNumber(value, column.typ);
  return quoted(harmless(say(value, column)));
}

export interface CsvTable {
  readonly head: readonly string[];
  readonly spalten: readonly Column[];
  readonly zeilen: readonly Readonly<Record<string, CellValue | undefined>>[];
  /** Sentences after the last row: why cells are empty. */
  readonly notes?: readonly string[];
}
/**
 * Formats rows as CSV. Lines end with CRLF, including the last one; a byte order mark precedes
 * them.
 */
export function csvOf(
  { head, spalten, zeilen, notes = [] }: CsvTable,
  say: (value: CellValue, spalte: Column) => string,
): string {
  const lines = [
    head.map((title, at) =>
      quoted(harmless(spalten[at]?.typ === 'anteil' ? `${title} (%)` : title)),
    ),
    ...zeilen.map((row) => spalten.map((one) => csvValue(row[one.key], columnIn(row, one), say))),
    ...notes.map((note) => [quoted(harmless(note))]),
  ];
  return `\uFEFF${lines.map((line) => `${line.join(';')}\r\n`).join('')}`;
}
