// Writes the cells of a table as an Excel file: text is never a formula (B42).

import writeExcelFile, { type Cell } from 'write-excel-file/browser';
import type { SheetCell } from './sheet-cells.ts';

/** A table as it reaches the worker: plain values only. */
export interface Sheet {
  /** Name of the sheet. */
  readonly name: string;
  readonly head: readonly {
    readonly text: string;
    readonly isNumber: boolean;
    readonly width: number;
  }[];
  readonly rows: readonly (readonly SheetCell[])[];
  /** Sentences after the last row. */
  readonly notes: readonly string[];
}

function cellOf(cell: SheetCell): Cell {
  if (cell === null) return null;
  if (typeof cell === 'string') return { type: String, value: cell };
  if (typeof cell === 'number') return { type: Number, value: cell };
  return 'text' in cell
    ? { type: String, value: cell.text, format: '@' }
    : { type: Number, value: cell.value, format: cell.format };
}
/** Rows of one sheet below its head: Excel holds 1,048,576. */
const ROWS_PER_SHEET = 1_000_000;
/** Excel rejects some characters in the name of a sheet, and more than 31 of them. */
const sheetName = (name: string, at: number): string => {
  const end = at === 0 ? '' : ` ${at + 1}`;
  return `${name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31 - end.length)}${end}`;
};

/**
 * Writes an Excel file. Rows beyond the limit of a sheet continue on a further one.
 * @param perSheet rows of one sheet
 */
export function writeSheet(
  { name, head, rows, notes }: Sheet,
  perSheet = ROWS_PER_SHEET,
): Promise<Blob> {
  const top = head.map(({ text, isNumber }): Cell => ({
      type: String,
      value: text,
      fontWeight: 'bold',
      align: isNumber ? 'right' : 'left',
      wrap: true,
    })),
    sheets = Math.max(1, Math.ceil(rows.length / perSheet));
  return writeExcelFile(
    Array.from({ length: sheets }, (_, at) => ({
      sheet: sheetName(name, at),
      stickyRowsCount: 1,
      columns: head.map(({ width }) => ({ width })),
      data: [
        top,
        ...rows.slice(at * perSheet, (at + 1) * perSheet).map((row) => row.map(cellOf)),
        ...(at === sheets - 1 ? notes.map((value): Cell[] => [{ type: String, value }]) : []),
      ],
    })),
  ).toBlob();
}
