// Writes a table as an Excel file: numbers stay numbers with the format of their column, everything
// else is text and never a formula (B42).

import writeExcelFile, { type Cell } from 'write-excel-file/browser';
import type { Column, CellValue } from '../../shared/analytics/reports/report.ts';
import { isNumeric } from '../../shared/analytics/reports/report-format.ts';
import type { CsvTable } from './export-csv.ts';

const FORMATS: Partial<Record<Column['typ'], string>> = {
  eur: '#,##0.00 "€"',
  anteil: '0.0%',
  stunden: '#,##0.0',
  faktor: '0.00',
  tage: '#,##0.0',
  minuten: '#,##0',
};
/**
 * Returns the cells of the file, head first.
 * @param say formats a value, for everything that is not a number
 */
function cellsOf(
  { head, spalten, zeilen, notes = [] }: CsvTable,
  say: (value: CellValue, column: Column) => string,
): Cell[][] {
  return [
    head.map((value, at) => ({
      type: String,
      value,
      fontWeight: 'bold' as const,
      align: isNumeric(spalten[at]?.typ ?? 'text') ? ('right' as const) : ('left' as const),
      wrap: true,
    })),
    ...zeilen.map((row) =>
      spalten.map((one): Cell => {
        const value = row[one.key];
        if (value === null || value === undefined || value === '') return null;
        if (typeof value === 'number' && isNumeric(one.typ))
          return {
            type: Number,
            value,
            ...(FORMATS[one.typ] !== undefined && { format: FORMATS[one.typ] }),
          };
        return { type: String, value: say(value, one) };
      }),
    ),
    ...notes.map((value): Cell[] => [{ type: String, value }]),
  ];
}
/**
 * Builds an Excel file.
 * @param sheet name of the sheet, at most 31 characters without those that Excel rejects
 */
export async function excelOf(
  table: CsvTable,
  say: (value: CellValue, spalte: Column) => string,
  sheet: string,
): Promise<Blob> {
  const columns = table.spalten.map(({ typ }) => ({
    width: typ === 'text' ? 36 : typ === 'patient' || typ === 'wort' ? 24 : 16,
  }));
  return writeExcelFile(cellsOf(table, say), {
    columns,
    stickyRowsCount: 1,
    sheet: sheet.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
  }).toBlob();
}
