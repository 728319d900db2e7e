// A report as a table: sortable by its head, selectable columns, sums below; only visible rows are
// rendered, so that fifty thousand scroll like fifty.

import { Box } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Column, WholeTable } from '../../shared/analytics/reports/report.ts';
import { PAPER_ROWS } from '../../shared/analytics/reports/report-format.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { tableWidth, widthOf } from './table/column-widths.ts';
import { pinsOf } from './table/pinned-columns.ts';
import {
  ColumnPicker,
  TableHead,
  TableRow,
  TableSums,
  type OpenedCells,
} from './table/TableParts.tsx';
import { usePrinting } from './table/use-printing.ts';
import { useReportTable, type KeptTable, type Row } from './table/use-report-table.ts';
import { useReportWords } from './use-report-words.ts';

/** Height of a row in px; larger on a touch screen. */
const ROW = 36,
  TOUCH_ROW = 44;

export interface ReportTableProps {
  columns: readonly Column[];
  rows: readonly Row[];
  /** Accessible name of the table. */
  label: string;
  /** Keys of columns that are additive. */
  sums?: readonly string[];
  sort?: { key: string; isDown: boolean };
  /** Where order and columns are kept; absent: in the table itself. */
  kept?: KeptTable | undefined;
  /** The whole table, where these rows are a part of it. */
  whole?: WholeTable | undefined;
  /** Opens the rows behind a row. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Rows that can be opened; by default all of them. */
  mayOpen?: ((row: Row) => boolean) | undefined;
  /** The cells that open the rows they count. */
  cells?: OpenedCells | undefined;
  /** Reports visible columns and row order, for exports. */
  onView?: (view: { spalten: readonly Column[]; zeilen: readonly Row[] }) => void;
}

export function ReportTable({
  columns,
  rows,
  label,
  sums = [],
  sort,
  kept,
  onOpen,
  mayOpen = () => true,
  cells,
  onView,
  whole,
}: ReportTableProps) {
  const t = useAnalyticsTexts(),
    words = useReportWords(),
    scroller = useRef<HTMLDivElement>(null),
    { ref: sized, width } = useElementSize<HTMLDivElement>(),
    box = useMergedRef(scroller, sized);
  const rowHeight = useMemo(() => (matchMedia('(pointer: coarse)').matches ? TOUCH_ROW : ROW), []);
  const table = useReportTable(columns, rows, sort, kept),
    { sorted, shown } = table,
    all = whole?.anzahl ?? rows.length,
    pins = useMemo(() => pinsOf(shown, sums, width), [shown, sums, width]);
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 800, height: 560 },
  });
  const isPrinting = usePrinting(),
    seen = virtual.getVirtualItems(),
    places = isPrinting
      ? sorted.slice(0, PAPER_ROWS).map((_, at) => at)
      : seen.map(({ index }) => index);
  const before = isPrinting ? 0 : (seen[0]?.start ?? 0),
    after = isPrinting ? 0 : virtual.getTotalSize() - (seen.at(-1)?.end ?? 0);
  useEffect(() => {
    onView?.({ spalten: shown, zeilen: sorted.map(({ original }) => original) });
  }, [onView, shown, sorted]);
  return (
    <div className="a-table">
      {isPrinting && all > PAPER_ROWS && (
        <p className="a-paper">
          {t('table.paper', {
            n: words.number(PAPER_ROWS, 'zahl'),
            of: words.number(all, 'zahl'),
          })}
        </p>
      )}
      <div className="a-table-head p-noprint">
        <span className="p-muted p-small" role="status">
          {all > rows.length
            ? t('table.rowsOf', { n: rows.length, all })
            : t('table.rows', { count: rows.length })}
        </span>
        <ColumnPicker columns={columns} table={table} />
      </div>
      {/* A scrollable area must be reachable by keyboard. */}
      <Box ref={box} className="a-scroll" tabIndex={0} role="region" aria-label={label}>
        <table
          className="a-grid"
          aria-rowcount={sorted.length + 1}
          style={{ minWidth: tableWidth(shown) }}
        >
          <colgroup>
            {shown.map((one) => (
              <col key={one.key} style={{ width: widthOf(one) }} />
            ))}
          </colgroup>
          <TableHead table={table} pins={pins} />
          <tbody>
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {places.map((index) => {
              const row = sorted[index]?.original;
              return row === undefined ? null : (
                <TableRow
                  key={index}
                  row={row}
                  index={index}
                  height={rowHeight}
                  shown={shown}
                  pins={pins}
                  words={words}
                  onOpen={onOpen && mayOpen(row) ? onOpen : undefined}
                  cells={cells}
                />
              );
            })}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
          {rows.length > 1 && shown.some(({ key }) => sums.includes(key)) && (
            <TableSums rows={rows} shown={shown} sums={sums} whole={whole} pins={pins} />
          )}
        </table>
      </Box>
    </div>
  );
}
