// Sorting and hiding columns of a report's table.

import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type {
  CellValue,
  Column,
  PracticeReport,
} from '../../../shared/analytics/reports/report.ts';
import { isNumeric } from '../../../shared/analytics/reports/report-format.ts';
import { compareCells } from './compare-cells.ts';

export type Row = PracticeReport['zeilen'][number];

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

const isUnknown = (value: CellValue | undefined): boolean =>
  value === null || value === undefined || value === '';

/**
 * Holds the order and the visible columns; `sorted` are the rows as shown.
 * @param sort the order at first
 */
export function useReportTable(
  columns: readonly Column[],
  rows: readonly Row[],
  sort: { key: string; isDown: boolean } | undefined,
) {
  const [sorting, setSorting] = useState<SortingState>(() =>
    sort ? [{ id: sort.key, desc: sort.isDown }] : [],
  );
  const [hidden, setHidden] = useState<Record<string, boolean>>({});
  const definitions = useMemo(
    () =>
      columns.map((one) => ({
        id: one.key,
        accessorFn: (row: Row) => row[one.key],
        sortDescFirst: isNumeric(one.typ),
        // Unknown values stay last in both directions: react-table inverts the result for
        // descending order.
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compareCells(a.original[one.key], b.original[one.key]),
        sortUndefined: 'last' as const,
      })),
    [columns],
  );
  // Unknown values reach the table as undefined, which it keeps last.
  const data = useMemo(
    () =>
      rows.map((row) =>
        Object.values(row).some((value) => value === null)
          ? (Object.fromEntries(
              Object.entries(row).map(([key, value]) => [
                key,
                isUnknown(value) ? undefined : value,
              ]),
            ) as Row)
          : row,
      ),
    [rows],
  );
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { sorting, columnVisibility: hidden },
    onSortingChange: setSorting,
    onColumnVisibilityChange: setHidden,
    enableMultiSort: false,
  });
  const sorted = table.getRowModel().rows,
    shown = useMemo(() => columns.filter(({ key }) => hidden[key] !== false), [columns, hidden]);
  return {
    sorted,
    shown,
    hidden,
    setHidden,
    sortedBy: sorting[0],
    sortBy: (key: string): void => table.getColumn(key)?.toggleSorting(),
  };
}
