// A report as a table: sortable by its head, selectable columns, sums below; only visible rows are
// rendered, so that fifty thousand scroll like fifty.

import { Box, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { PracticeReport, Column, CellValue } from '../../shared/analytics/reports/report.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { isNumeric, columnIn } from '../../shared/analytics/reports/report-format.ts';
import { useReportWords } from './use-report-words.ts';

export type Row = PracticeReport['zeilen'][number];
/** Height of a row in px; larger on a touch screen. */
const ROW = 36,
  TOUCH_ROW = 44;
const WIDTHS: Partial<Record<Column['typ'], number>> = {
  text: 220,
  wort: 170,
  patient: 96,
  eur: 132,
  code: 96,
  tag: 112,
  periode: 128,
  uhrzeit: 88,
  janein: 88,
};
const OWN: Readonly<Record<string, number>> = { text: 320, kennzahl: 250, nummer: 136 };
const widthOf = ({ typ, key }: Column): number => OWN[key] ?? WIDTHS[typ] ?? 124;
/** Width in px at which no column is cut. */
export const tableWidth = (spalten: readonly Column[]): number =>
  spalten.reduce((sum, one) => sum + widthOf(one), 0);
/** Sorts numbers by size, words in German collation, unknown values always last. */
const collator = new Intl.Collator('de', { numeric: true });
export function compareCells(a: CellValue | undefined, b: CellValue | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}
const isUnknown = (value: CellValue | undefined): boolean =>
  value === null || value === undefined || value === '';

/** Maximum rows for printing; more belong into a file. */
const PAPER = 2_000;
/** Whether the page is being printed: then every row is rendered. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Synchronously: the browser captures the page once the handler returns.
    const begin = (): void => flushSync(() => setPrinting(true)),
      end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

export interface ReportTableProps {
  columns: readonly Column[];
  rows: readonly Row[];
  /** Accessible name of the table. */
  label: string;
  /** Keys of columns that are additive. */
  sums?: readonly string[];
  sort?: { key: string; isDown: boolean };
  /** There are more rows than these, so their sum is not the total. */
  isPart?: boolean | undefined;
  /** Opens the rows behind a row. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Reports visible columns and row order, for exports. */
  onView?: (view: { spalten: readonly Column[]; zeilen: readonly Row[] }) => void;
}

export function ReportTable({
  columns: spalten,
  rows: zeilen,
  label,
  sums = [],
  sort,
  onOpen,
  onView,
  isPart = false,
}: ReportTableProps) {
  const t = useAnalyticsTexts(),
    words = useReportWords(),
    scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMemo(() => (matchMedia('(pointer: coarse)').matches ? TOUCH_ROW : ROW), []);
  const [sorting, setSorting] = useState<SortingState>(() =>
    sort ? [{ id: sort.key, desc: sort.isDown }] : [],
  );
  const [hidden, setHidden] = useState<Record<string, boolean>>({});
  const columns = useMemo(
    () =>
      spalten.map((one) => ({
        id: one.key,
        accessorFn: (row: Row) => row[one.key],
        sortDescFirst: isNumeric(one.typ),
        // Unknown values stay last in both directions: react-table inverts the result for
        // descending order.
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compareCells(a.original[one.key], b.original[one.key]),
        sortUndefined: 'last' as const,
      })),
    [spalten],
  );
  // Unknown values reach the table as undefined, which it keeps last.
  const data = useMemo(
    () =>
      zeilen.map((row) =>
        Object.values(row).some((value) => value === null)
          ? (Object.fromEntries(
              Object.entries(row).map(([key, value]) => [
                key,
                isUnknown(value) ? undefined : value,
              ]),
            ) as Row)
          : row,
      ),
    [zeilen],
  );
  const table = useTable({
    features,
    columns,
    data,
    state: { sorting, columnVisibility: hidden },
    onSortingChange: setSorting,
    onColumnVisibilityChange: setHidden,
    enableMultiSort: false,
  });
  const rows = table.getRowModel().rows,
    shown = useMemo(() => spalten.filter(({ key }) => hidden[key] !== false), [spalten, hidden]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 800, height: 560 },
  });
  const isPrinting = usePrinting(),
    seen = virtual.getVirtualItems(),
    places = isPrinting ? rows.slice(0, PAPER).map((_, at) => at) : seen.map(({ index }) => index);
  const before = isPrinting ? 0 : (seen[0]?.start ?? 0),
    after = isPrinting ? 0 : virtual.getTotalSize() - (seen.at(-1)?.end ?? 0);
  useEffect(() => {
    onView?.({ spalten: shown, zeilen: rows.map(({ original }) => original) });
  }, [onView, shown, rows]);
  const totals = useMemo(
    () =>
      Object.fromEntries(
        sums.map((key) => [
          key,
          zeilen.reduce<number | null>(
            (sum, row) => (typeof row[key] === 'number' ? (sum ?? 0) + row[key] : sum),
            null,
          ),
        ]),
      ),
    [sums, zeilen],
  );
  const hasSums = zeilen.length > 1 && shown.some(({ key }) => sums.includes(key));
  const sortedBy = sorting[0];
  return (
    <div className="a-table">
      <div className="a-table-head p-noprint">
        <span className="p-muted p-small" role="status">
          {t('table.rows', { count: zeilen.length })}
        </span>
        <Popover position="bottom-end" width={260} trapFocus returnFocus>
          <Popover.Target>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
            >
              {t('table.columns')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('table.columns')}>
            <div className="a-ticks">
              {spalten.map((one) => (
                <Checkbox
                  key={one.key}
                  size="sm"
                  label={words.column(one)}
                  checked={hidden[one.key] !== false}
                  disabled={shown.length === 1 && hidden[one.key] !== false}
                  onChange={(event) =>
                    setHidden({ ...hidden, [one.key]: event.currentTarget.checked })
                  }
                />
              ))}
            </div>
          </Popover.Dropdown>
        </Popover>
      </div>
      {/* A scrollable area must be reachable by keyboard. */}
      <Box ref={scroller} className="a-scroll" tabIndex={0} role="region" aria-label={label}>
        <table
          className="a-grid"
          aria-rowcount={rows.length + 1}
          style={{ minWidth: tableWidth(shown) }}
        >
          <colgroup>
            {shown.map((one) => (
              <col key={one.key} style={{ width: widthOf(one) }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {shown.map((one) => {
                const isHere = sortedBy?.id === one.key,
                  Arrow = isHere && sortedBy.desc ? IconArrowDown : IconArrowUp;
                return (
                  <th
                    key={one.key}
                    scope="col"
                    data-number={isNumeric(one.typ)}
                    aria-sort={isHere ? (sortedBy.desc ? 'descending' : 'ascending') : 'none'}
                  >
                    <button
                      type="button"
                      className="a-sort"
                      onClick={() => table.getColumn(one.key)?.toggleSorting()}
                    >
                      <span>{words.column(one)}</span>
                      {isHere && <Arrow size={14} stroke={2} aria-hidden />}
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {places.map((index) => {
              const row = rows[index]?.original;
              return row === undefined ? null : (
                <tr key={index} aria-rowindex={index + 2} style={{ height: rowHeight }}>
                  {shown.map((one, at) => {
                    const said = words.cell(row[one.key], columnIn(row, one)),
                      { patid } = row;
                    if (one.key === 'name' && typeof patid === 'string')
                      return (
                        <td key={one.key} title={said}>
                          <Link to={`/patient/${encodeURIComponent(patid)}`}>{said}</Link>
                        </td>
                      );
                    return (
                      <td
                        key={one.key}
                        data-number={isNumeric(one.typ)}
                        title={one.typ === 'text' || one.typ === 'wort' ? said : undefined}
                      >
                        {at === 0 && onOpen ? (
                          <button type="button" className="a-open" onClick={() => onOpen(row)}>
                            {said}
                          </button>
                        ) : (
                          said
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
          {hasSums && (
            <tfoot>
              <tr>
                {shown.map((one, at) => (
                  <td key={one.key} data-number={isNumeric(one.typ)}>
                    {sums.includes(one.key)
                      ? words.cell(totals[one.key], one)
                      : at === 0
                        ? t(isPart ? 'table.sumOfPart' : 'table.sum')
                        : ''}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </Box>
      {isPrinting && rows.length > PAPER && (
        <p className="a-paper">
          {t('table.paper', {
            n: words.number(PAPER, 'zahl'),
            of: words.number(rows.length, 'zahl'),
          })}
        </p>
      )}
    </div>
  );
}
