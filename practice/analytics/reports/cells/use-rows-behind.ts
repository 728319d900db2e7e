// What the figures, rows, cells and bars of a report open: rows behind them, or another report.

import { useLocation, useNavigate } from 'react-router';
import { isFigure } from '../../../../shared/analytics/reports/figures.ts';
import type { Column, PracticeReport } from '../../../../shared/analytics/reports/report.ts';
import type { Drill } from '../../../report-kit/DrillPanel.tsx';
import { figureOf } from '../../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../../report-kit/use-report-words.ts';
import { useQueryParams } from '../../../ui/use-query-params.ts';
import { openedAddress, scopeOfRow } from '../narrow.ts';
import type { ReportView } from '../report-list.ts';
import { keyOfRow, openedCell } from './opened-cell.ts';

type Row = PracticeReport['zeilen'][number];
/** Reports whose lines make up a key figure that has no rows of its own. */
export const PAGE_OF_FIGURE: Readonly<Record<string, string>> = {
  praxiskosten: 'gewinn/kosten',
  deckungsbeitrag: 'gewinn/kosten',
  gewinnschwelle: 'gewinn/schwelle',
};
/** Splits a word at its first colon. */
function halvesOf(word: string): [string, string | undefined] {
  const at = word.indexOf(':');
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

export function useRowsBehind(view: ReportView, report: PracticeReport) {
  const navigate = useNavigate(),
    { search } = useLocation(),
    words = useReportWords(),
    { spalten, zeilen, meta } = report,
    [first] = spalten,
    shown = useQueryParams(['zeilen', 'zelle']);
  const figureIn = (row: Row): string | undefined =>
      view.figures && first ? view.figures[String(row[first.key])] : view.figure,
    nameOf = (row: Row): string =>
      typeof row['system'] === 'string' && typeof row['nr'] === 'string'
        ? `${words.word(row['system'])} ${row['nr']}`
        : first
          ? words.cell(row[first.key], first)
          : '',
    rowAt = (key: string | undefined): Row | undefined =>
      key === undefined ? undefined : zeilen.find((one) => keyOfRow(one, report) === key),
    cellIn = (row: Row, column: Column): Drill | undefined =>
      openedCell(view, row, column, report, nameOf(row));
  // The address names the opened number and its row, so that a reload and a link open it again.
  const drill = ((): Drill | null => {
    const { zeilen: named, zelle: cell } = shown.values;
    if (cell !== undefined) {
      const [key, at] = halvesOf(cell),
        row = rowAt(at),
        column = spalten.find((one) => one.key === key);
      return (row && column && cellIn(row, column)) ?? null;
    }
    if (named === undefined) return null;
    const [asked, at] = halvesOf(named),
      [opened = '', side] = asked.split('.');
    if (!isFigure(opened)) return null;
    // A link may name the side that it counts.
    if (at === undefined)
      return {
        figure: opened,
        filter: meta.filter,
        label: '',
        ...((side === 'zaehler' || side === 'nenner') && { teil: side }),
      };
    const row = rowAt(at),
      scope = row && scopeOfRow(view, row, report);
    return row && scope ? { figure: opened, ...scope, label: nameOf(row) } : null;
  })();
  const open = (row: Row | undefined): void => {
    const address = row && openedAddress(view, row, report, search);
    if (address !== undefined) {
      void navigate(address);
      return;
    }
    const own = row && figureIn(row);
    if (row && own !== undefined && scopeOfRow(view, row, report))
      shown.visit(
        'zeilen',
        `${view.figures ? own : figureOf(own, meta.filter)}:${keyOfRow(row, report)}`,
      );
  };
  // Each row decides for itself: one without an id has no rows of its own to open.
  const mayOpen = (row: Row): boolean =>
      openedAddress(view, row, report, search) !== undefined ||
      (figureIn(row) !== undefined && scopeOfRow(view, row, report) !== undefined),
    isOpenable = zeilen.some(mayOpen);
  const openFigure = (key: string): void => {
    const page = PAGE_OF_FIGURE[key];
    if (page === undefined) shown.visit('zeilen', key);
    else void navigate(`/berichte/${page}${search}`);
  };
  return {
    drill,
    close: () => shown.put({}),
    open,
    openFigure,
    mayOpen,
    isOpenable,
    cells: {
      mayOpen: (row: Row, column: Column) => cellIn(row, column) !== undefined,
      open: (row: Row, column: Column) =>
        shown.visit('zelle', `${column.key}:${keyOfRow(row, report)}`),
    },
  };
}
