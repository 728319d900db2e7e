// Writes a table as a CSV file that German spreadsheets open by a double click: semicolons, decimal
// commas, a byte order mark, and no executable formulas (B42). Pure.

import type { Column, CellValue } from '../../shared/analytics/reports/report.ts';
import { isNumeric, columnIn } from '../../shared/analytics/reports/report-format.ts';
import { asText, harmless } from '../../shared/base/spreadsheet.ts';
import { breathe, type Taking } from './fetch-whole.ts';

const TEXT_TYPES: readonly Column['typ'][] = ['text', 'code', 'patient', 'wort'];
const written = (text: string, kind: Column['typ']): string =>
  TEXT_TYPES.includes(kind) ? asText(text) : harmless(text);
const quoted = (text: string): string =>
  /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Formats a number with a decimal comma, without grouping: cents stay cents, shares are written in
 * percent.
 */
export function csvNumber(value: number, kind: Column['typ']): string {
  const given = kind === 'anteil' ? value * 100 : value,
    digits = kind === 'eur' ? 2 : 4;
  // Rounded as displayed, and without a negative zero.
  const text = Number(given.toFixed(digits)).toLocaleString('en-US', {
    useGrouping: false,
    minimumFractionDigits: kind === 'eur' ? 2 : 0,
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
  return quoted(written(say(value, column), column.typ));
}

export interface CsvTable {
  readonly head: readonly string[];
  readonly spalten: readonly Column[];
  readonly zeilen: readonly Readonly<Record<string, CellValue | undefined>>[];
  /** Sentences after the last row: why cells are empty. */
  readonly notes?: readonly string[];
}
const lineOf = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;
/** Rows of a piece. */
const PIECE = 2_000;
/**
 * Formats rows as CSV, in pieces that a long table is written by. Lines end with CRLF, including the
 * last one; a byte order mark precedes them.
 */
export function* csvPieces(
  { head, spalten, zeilen, notes = [] }: CsvTable,
  say: (value: CellValue, spalte: Column) => string,
): Generator<string> {
  yield `\uFEFF${lineOf(
    head.map((title, at) =>
      quoted(harmless(spalten[at]?.typ === 'anteil' ? `${title} (%)` : title)),
    ),
  )}`;
  for (let from = 0; from < zeilen.length; from += PIECE)
    yield zeilen
      .slice(from, from + PIECE)
      .map((row) => lineOf(spalten.map((one) => csvValue(row[one.key], columnIn(row, one), say))))
      .join('');
  yield notes.map((note) => lineOf([quoted(harmless(note))])).join('');
}
/** Formats rows as CSV at once. */
export const csvOf = (...table: Parameters<typeof csvPieces>): string =>
  [...csvPieces(...table)].join('');
/** Builds the CSV file of a table. @throws Cancelled */
export async function csvFile(
  table: CsvTable,
  say: (value: CellValue, spalte: Column) => string,
  { signal, onRows }: Taking,
): Promise<Blob> {
  const pieces: string[] = [];
  for (const piece of csvPieces(table, say)) {
    pieces.push(piece);
    onRows(Math.min((pieces.length - 1) * PIECE, table.zeilen.length), table.zeilen.length);
    await breathe(signal);
  }
  return new Blob(pieces, { type: 'text/csv;charset=utf-8' });
}
