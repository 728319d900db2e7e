// The parts of a report's table: the choice of columns, its head, a row, and the sums.

import { Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { columnIn, isNumeric } from '../../../shared/analytics/reports/report-format.ts';
import type { Column, WholeTable } from '../../../shared/analytics/reports/report.ts';
import { useAnalyticsTexts } from '../report-kit-texts.ts';
import type { Row, useReportTable } from './use-report-table.ts';
import type { Pin } from './pinned-columns.ts';
import { useReportWords, type ReportWords } from '../use-report-words.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** Columns that stay in view; undefined where the table is not wider than its place. */
type Pins = ReadonlyMap<string, Pin> | undefined;
/** Attributes of a cell that stays in view. */
function pinned(pins: Pins, key: string) {
  const pin = pins?.get(key);
  if (pin === undefined) return {};
  return 'left' in pin
    ? { 'data-pin': 'left', style: { insetInlineStart: pin.left } }
    : { 'data-pin': 'right', style: { insetInlineEnd: pin.right } };
}

type ReportTableState = ReturnType<typeof useReportTable>;

/** Shows and hides columns; one always stays. */
export function ColumnPicker({
  columns,
  table: { shown, hidden, setHidden },
}: {
  columns: readonly Column[];
  table: ReportTableState;
}) {
  const t = useAnalyticsTexts(),
    words = useReportWords();
  return (
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
          {columns.map((one) => (
            <Checkbox
              key={one.key}
              size="sm"
              label={words.column(one)}
              checked={hidden[one.key] !== false}
              disabled={shown.length === 1 && hidden[one.key] !== false}
              onChange={(event) => setHidden({ ...hidden, [one.key]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Titles of the columns; a press sorts. */
export function TableHead({
  table: { shown, sortedBy, sortBy },
  pins,
}: {
  table: ReportTableState;
  pins: Pins;
}) {
  const words = useReportWords();
  return (
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
              {...pinned(pins, one.key)}
              aria-sort={isHere ? (sortedBy.desc ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" className="a-sort" onClick={() => sortBy(one.key)}>
                <span>{words.column(one)}</span>
                {isHere && <Arrow size={14} stroke={2} aria-hidden />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Cells of a table that open the rows they count. */
export interface OpenedCells {
  readonly mayOpen: (row: Row, column: Column) => boolean;
  readonly open: (row: Row, column: Column) => void;
}

/** @param index place in the sorted rows, from 0. @param height in px */
export function TableRow({
  row,
  index,
  height,
  shown,
  pins,
  words,
  onOpen,
  cells,
}: {
  row: Row;
  index: number;
  height: number;
  shown: readonly Column[];
  pins: Pins;
  words: ReportWords;
  onOpen: ((row: Row) => void) | undefined;
  cells: OpenedCells | undefined;
}) {
  const t = useAnalyticsTexts();
  return (
    <tr aria-rowindex={index + 2} style={{ height }}>
      {shown.map((one, at) => {
        const said = words.cell(row[one.key], columnIn(row, one)),
          { patid } = row;
        if (one.key === 'name' && typeof patid === 'string')
          return (
            <td key={one.key} title={said} {...pinned(pins, one.key)}>
              <Link to={`/patient/${numberInPath(patid)}`}>{said}</Link>
            </td>
          );
        return (
          <td
            key={one.key}
            data-number={isNumeric(one.typ)}
            {...pinned(pins, one.key)}
            title={one.typ === 'text' || one.typ === 'wort' ? said : undefined}
          >
            {at === 0 && onOpen ? (
              <button type="button" className="a-open" onClick={() => onOpen(row)}>
                {said}
              </button>
            ) : cells?.mayOpen(row, one) === true ? (
              <button
                type="button"
                className="a-open"
                aria-label={t('table.open', {
                  value: said,
                  column: words.column(one),
                  row: shown[0] ? words.cell(row[shown[0].key], columnIn(row, shown[0])) : '',
                })}
                onClick={() => cells.open(row, one)}
              >
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
}

/** Sums of the additive columns over all rows. @param whole the whole table, if this is a part */
export function TableSums({
  rows,
  shown,
  sums,
  whole,
  pins,
}: {
  rows: readonly Row[];
  shown: readonly Column[];
  sums: readonly string[];
  whole: WholeTable | undefined;
  pins: Pins;
}) {
  const t = useAnalyticsTexts(),
    words = useReportWords();
  const totals = useMemo(
    () =>
      Object.fromEntries(
        sums.map((key) => [
          key,
          whole
            ? (whole.summen[key] ?? null)
            : rows.reduce<number | null>(
                (sum, row) => (typeof row[key] === 'number' ? (sum ?? 0) + row[key] : sum),
                null,
              ),
        ]),
      ),
    [sums, rows, whole],
  );
  return (
    <tfoot>
      <tr>
        {shown.map((one, at) => (
          <td key={one.key} data-number={isNumeric(one.typ)} {...pinned(pins, one.key)}>
            {sums.includes(one.key)
              ? words.cell(totals[one.key], one)
              : at === 0
                ? t('table.sum')
                : ''}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
