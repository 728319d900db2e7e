// Writes a table as an Excel file in a worker.

import type { Column, CellValue } from '../../../shared/analytics/reports/report.ts';
import { isNumeric } from '../../../shared/analytics/reports/report-format.ts';
import type { CsvTable } from '../export-csv.ts';
import { breathe, Cancelled, type Taking } from '../fetch-whole.ts';
import type { ExcelSaid } from './excel.worker.ts';
import { sheetCell, type SheetCell } from './sheet-cells.ts';
import type { Sheet } from './write-sheet.ts';

const widthOf = ({ typ }: Column): number =>
  typ === 'text' ? 36 : typ === 'patient' || typ === 'wort' ? 24 : 16;
/** Rows that are prepared at once. */
const PIECE = 2_000;

/** Writes the file of a sheet. @throws Error where the browser could not; Cancelled */
async function writeInWorker(sheet: Sheet, signal: AbortSignal): Promise<Blob> {
  const worker = new Worker(new URL('./excel.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Cancelled()));
      worker.addEventListener('message', ({ data }: MessageEvent<ExcelSaid>) => {
        if ('file' in data) resolve(data.file);
        else reject(new Error('the file was not written'));
      });
      worker.addEventListener('error', () => reject(new Error('the file was not written')));
      worker.postMessage(sheet);
    });
  } finally {
    worker.terminate();
  }
}
/**
 * Builds an Excel file.
 * @param say formats a value, for everything that is neither a number nor a day
 * @param name name of the sheet
 * @throws Error where the browser could not; Cancelled
 */
export async function excelOf(
  { head, spalten, zeilen, notes = [] }: CsvTable,
  say: (value: CellValue, column: Column) => string,
  name: string,
  { signal, onRows }: Taking,
): Promise<Blob> {
  const rows: SheetCell[][] = [];
  for (const row of zeilen) {
    rows.push(spalten.map((one) => sheetCell(row, one, say)));
    if (rows.length % PIECE === 0) {
      onRows(rows.length, zeilen.length);
      await breathe(signal);
    }
  }
  const titles = head.map((text, at) => ({
    text,
    isNumber: isNumeric(spalten[at]?.typ ?? 'text'),
    width: widthOf(spalten[at] ?? { key: '', titel: '', typ: 'text' }),
  }));
  return writeInWorker({ name, head: titles, rows, notes }, signal);
}
