// The cells of a table as a spreadsheet needs them: numbers, days, times and months as numbers with
// a format, everything else as text. Pure.

import type { CellValue, Column } from '../../../shared/analytics/reports/report.ts';
import { columnIn, isNumeric } from '../../../shared/analytics/reports/report-format.ts';
import { isDay } from '../../../shared/base/dates.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Text, a number without a format, a number with one, or text that stays text when edited. */
export type SheetCell =
  | null
  | string
  | number
  | { readonly value: number; readonly format: string }
  | { readonly text: string };

const DAY_FORMAT = 'dd.mm.yyyy',
  MONTH_FORMAT = 'mmm yyyy',
  TIME_FORMAT = 'hh:mm';
const FORMATS: Partial<Record<Column['typ'], string>> = {
  eur: '#,##0.00 "€"',
  anteil: '0.0%',
  stunden: '#,##0.0',
  faktor: '0.00',
  tage: '#,##0.0',
  minuten: '#,##0',
};
// Day 0 of a spreadsheet; its calendar has a 29 February 1900 that never was.
const EPOCH = Date.UTC(1899, 11, 30),
  FIRST = '1900-03-01';
/** Returns the number of a day in a spreadsheet; undefined before its calendar is right. */
const serialOf = (day: string): number | undefined =>
  isDay(day) && day >= FIRST ? (Date.parse(`${day}T00:00:00Z`) - EPOCH) / DAY_MS : undefined;
const dated = (day: string, format: string): SheetCell | undefined => {
  const value = serialOf(day);
  return value === undefined ? undefined : { value, format };
};
function timeCell(text: string): SheetCell | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return parts
    ? { value: (Number(parts[1]) * 60 + Number(parts[2])) / 1440, format: TIME_FORMAT }
    : undefined;
}
function periodCell(text: string): SheetCell | undefined {
  if (/^\d{4}$/.test(text)) return Number(text);
  if (/^\d{4}-\d{2}$/.test(text)) return dated(`${text}-01`, MONTH_FORMAT);
  return dated(text, DAY_FORMAT);
}
/** The cell of a text that is a day, a time or a period; undefined for any other. */
function typedCell(text: string, kind: Column['typ']): SheetCell | undefined {
  if (kind === 'tag') return dated(text.slice(0, 10), DAY_FORMAT);
  if (kind === 'uhrzeit') return timeCell(text);
  return kind === 'periode' ? periodCell(text) : undefined;
}
/**
 * Returns the cell of a value.
 * @param say formats a value, for everything that is neither a number nor a moment
 */
export function sheetCell(
  row: Readonly<Record<string, CellValue | undefined>>,
  column: Column,
  say: (value: CellValue, column: Column) => string,
): SheetCell {
  const value = row[column.key],
    own = columnIn(row, column);
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number' && isNumeric(own.typ)) {
    const format = FORMATS[own.typ];
    return format === undefined ? value : { value, format };
  }
  const typed = typeof value === 'string' ? typedCell(value, own.typ) : undefined;
  if (typed !== undefined) return typed;
  const text = say(value, own);
  // Ids and numbers of positions keep their zeros, also when a cell is edited.
  return own.typ === 'code' || own.typ === 'patient' ? { text } : text;
}
