// The cells of a table as a spreadsheet needs them: numbers, days, times and months as numbers with
// a format, everything else as text. Pure.

import type { CellValue, Column } from '../../../shared/analytics/reports/report.ts';
import { columnIn, isNumeric } from '../../../shared/analytics/reports/report-format.ts';
import { isDay } from '../../../shared/base/dates.ts';
import { addDays, DAY_MS } from '../../../shared/base/day-math.ts';

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
/**
 * First day of a quarter, or the Thursday of a week: its year is the week's (ISO 8601).
 */
function dayIn(period: string): string | undefined {
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period),
    week = /^(\d{4})-W(\d{2})$/.exec(period);
  if (quarter) return `${quarter[1]}-${String(Number(quarter[2]) * 3 - 2).padStart(2, '0')}-01`;
  if (!week) return undefined;
  const fourth = `${week[1]}-01-04`,
    weekday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(fourth, 3 - weekday + (Number(week[2]) - 1) * 7);
}
/**
 * The cell of a week or a quarter: a day whose format shows its name, so that it sorts and groups by
 * time; undefined for any other period.
 * @param said its name, which ends with the year
 */
function namedPeriodCell(period: string, said: string): SheetCell | undefined {
  const day = dayIn(period),
    year = period.slice(0, 4);
  return day === undefined || !said.endsWith(year)
    ? undefined
    : dated(day, `"${said.slice(0, -year.length)}"yyyy`);
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
  const text = say(value, own),
    named =
      own.typ === 'periode' && typeof value === 'string' ? namedPeriodCell(value, text) : undefined;
  if (named !== undefined) return named;
  // Ids and numbers of positions keep their zeros, also when a cell is edited.
  return own.typ === 'code' || own.typ === 'patient' ? { text } : text;
}
