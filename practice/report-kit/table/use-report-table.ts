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

/** Order and hidden columns of a table that are kept outside of it, such as in the address. */
export interface KeptTable {
  /** Key of the sorted column, after `-` where it descends. */
  readonly order: string;
  /** Keys of the hidden columns, separated by commas. */
  readonly without: string;
  readonly onOrder: (order: string) => void;
  readonly onWithout: (without: string) => void;
}
const orderOf = (sorting: SortingState): string =>
  sorting[0] === undefined ? '' : `${sorting[0].desc ? '-' : ''}${sorting[0].id}`;
const hiddenIn = (without: string): Record<string, boolean> =>
  Object.fromEntries(
    without
      .split(',')
      .filter((key) => key !== '')
      .map((key) => [key, false]),
  );

/** Keeps order and hidden columns while the table is mounted. */
function useOwnTable(): KeptTable {
  const [order, onOrder] = useState(''),
    [without, onWithout] = useState('');
  return { order, without, onOrder, onWithout };
}

/**
 * Holds the order and the visible columns; `sorted` are the rows as shown.
 * @param sort the order at first
 * @param kept where order and columns are kept; absent: in the table itself
 */
export function useReportTable(
  columns: readonly Column[],
  rows: readonly Row[],
  sort: { key: string; isDown: boolean } | undefined,
  kept?: KeptTable,
) {
  const own = useOwnTable(),
    { order, without, onOrder, onWithout } = kept ?? own,
    first = sort ? `${sort.isDown ? '-' : ''}${sort.key}` : '';
  const sorting = useMemo((): SortingState => {
    const isKnown = (given: string): boolean =>
        columns.some(({ key }) => key === given.replace(/^-/, '')),
      shownBy = isKnown(order) ? order : first;
    return shownBy === '' ? [] : [{ id: shownBy.replace(/^-/, ''), desc: shownBy.startsWith('-') }];
  }, [order, first, columns]);
  const hidden = useMemo(() => {
    const named = hiddenIn(without);
    // An address may name all columns, or none that exists: one always stays.
    return columns.every(({ key }) => named[key] === false) ? {} : named;
  }, [without, columns]);
  const setHidden = (next: Record<string, boolean>): void =>
    onWithout(
      Object.keys(next)
        .filter((key) => next[key] === false)
        .join(','),
    );
  const definitions = useMemo(
    () =>
      columns.map((one) => ({
        id: one.key,
        accessorFn: (row: Row) => row[one.key],
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
    /** Sorts by a column: first in its natural direction, then the other way, then as at first. */
    sortBy: (key: string): void => {
      const column = columns.find((one) => one.key === key),
        isDown = column !== undefined && isNumeric(column.typ),
        [now] = sorting;
      if (now?.id === key && now.desc !== isDown) onOrder('');
      else onOrder(orderOf([{ id: key, desc: now?.id === key ? !isDown : isDown }]));
    },
  };
}
