// What a number in a table opens: the rows that it counts, with the filter of its row. Pure.

import { figureOfKey, isFigure } from '../../../../shared/analytics/reports/figures.ts';
import type { Column, PracticeReport } from '../../../../shared/analytics/reports/report.ts';
import { figureOf } from '../../../report-kit/use-report-filter.ts';
import type { Drill } from '../../../report-kit/DrillPanel.tsx';
import { scopeOfRow, type RowsOfView } from '../narrow.ts';
import type { ReportView } from '../report-list.ts';

type Row = PracticeReport['zeilen'][number];
type Report = Pick<PracticeReport, 'spalten' | 'meta'>;

/** Revenue, or fees where the filter asks for them. */
const MONEY = 'geld';
/** The figure that the row names. */
const OF_ROW = 'zeile';
const SOURCE = /^(\w+)(?:\.(zaehler|nenner))?(?:@(vorher|eigen))?$/;

/** Name, side and days of what a column counts; undefined where it opens nothing. */
function sourceOf({ cells }: Pick<ReportView, 'cells'>, row: Row, first: string, column: string) {
  const listed = cells?.[column],
    source = typeof listed === 'object' ? listed[first] : (listed ?? ownFigure(column)),
    found = source === undefined ? null : SOURCE.exec(source);
  if (!found) return undefined;
  const [, name = '', side, days] = found;
  return {
    name: name === OF_ROW ? String(row['kennzahl']) : name,
    side: side as 'zaehler' | 'nenner' | undefined,
    days: days as 'vorher' | 'eigen' | undefined,
  };
}
/** A column that is named like a key figure shows it. */
const ownFigure = (column: string): string | undefined =>
  isFigure(column) && figureOfKey(column).art !== 'zusammengesetzt' ? column : undefined;

/** Identifies a row within its table. */
export function keyOfRow(row: Row, { spalten: [first] }: Pick<Report, 'spalten'>): string {
  const own = String(first ? row[first.key] : '');
  return typeof row['nur'] === 'string'
    ? [row['teil'] ?? '', row['nur'], own].join('/')
    : String(row['teil'] ?? row['id'] ?? own);
}

/** Days other than those of the filter: those compared with, or those that the row counted. */
function daysOfRow(
  row: Row,
  { meta }: Report,
  days: 'vorher' | 'eigen',
): { von: string; bis: string } | undefined {
  const own = row[`${days}Tage`];
  if (typeof own !== 'string')
    return own === undefined && days === 'vorher' ? meta.verglichenMit : undefined;
  const [from = '', to = ''] = own.split('|');
  return { von: from, bis: to };
}

/**
 * Returns what a cell opens; undefined where it counts no rows.
 * @param label name of the row
 */
export function openedCell(
  view: RowsOfView & Pick<ReportView, 'cells'>,
  row: Row,
  column: Column,
  report: Report,
  label: string,
): Drill | undefined {
  const value = row[column.key],
    { spalten, meta } = report,
    [first] = spalten,
    source = first && sourceOf(view, row, String(row[first.key]), column.key);
  if (!source || typeof value !== 'number' || (value === 0 && column.typ !== 'anteil'))
    return undefined;
  const { name, side, days } = source,
    scope = scopeOfRow(view, row, report),
    other = days && daysOfRow(row, report, days);
  if (!scope || (days && !other)) return undefined;
  return {
    ...scope,
    filter: { ...scope.filter, ...other },
    figure: name === MONEY ? figureOf('umsatz', meta.filter) : name,
    label,
    of: column,
    ...(side && { teil: side }),
  };
}
