/**
 * The rows of one cell of a table: those of a key figure, of one of its sides, or of a sum, and only
 * those of the cell's own row.
 */
import { figureOfKey, isFigure } from '../../../../shared/analytics/reports/figures.ts';
import type { ColumnType } from '../../../../shared/analytics/reports/report.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { dailyWalk, figureResult, valueOfRows, walkFigure } from '../../metrics/compute.ts';
import type { RowSink } from '../../metrics/sink.ts';
import type { Selection } from '../../snapshot/selection.ts';
import { pageOf, pageOfWalk, type Page } from '../page.ts';
import type { CellSum } from './cell-sum.ts';
import { otherSums } from './other-sums.ts';
import { rowTestOf, type RowTest } from './row-test.ts';
import { serviceSums } from './service-sums.ts';

const SUMS: Readonly<Record<string, CellSum | undefined>> = { ...serviceSums, ...otherSums };

export interface Cell {
  /** Units of the rows of both sides, and of the value. */
  readonly units: Readonly<Record<'zaehler' | 'nenner' | 'wert', ColumnType>>;
  /** One page of the rows, newest first. */
  readonly page: (a: Selection, page: number, size?: number) => Page;
  readonly value: (a: Selection) => number | null;
}
export type Side = 'zaehler' | 'nenner';

/** Passes only the rows of one side and of one row of a table. */
function only(sink: RowSink, side: Side | undefined, test: RowTest | undefined): RowSink {
  const isOf: RowTest = (entity, at) => test === undefined || (at >= 0 && test(entity, at));
  return {
    numerator: (entity, at, value) => {
      if (side !== 'nenner' && isOf(entity, at)) sink.numerator(entity, at, value);
    },
    denominator: (entity, at, value) => {
      if (side !== 'zaehler' && isOf(entity, at)) sink.denominator(entity, at, value);
    },
    undated: (entity, at, until) => {
      if (isOf(entity, at)) sink.undated?.(entity, at, until);
    },
  };
}

/** Returns a whole side of a figure from its stored daily sums, where it has them. */
function sideOfFigure(
  a: Selection,
  name: string,
  side: Side | undefined,
  row: string | undefined,
): number | undefined {
  if (side === undefined || row !== undefined || !isFigure(name)) return undefined;
  if (figureOfKey(name).art === 'median' || !dailyWalk(name, a)) return undefined;
  const { numerator, denominator } = figureResult(name, a);
  return (side === 'zaehler' ? numerator : denominator) ?? undefined;
}

/**
 * Returns the rows and the value of a cell.
 * @param name of a key figure or of a sum
 * @param row name of the row, as a table gives it; absent: all rows
 * @throws AppError not_found for an unknown name
 */
export function cellOf(name: string, side: Side | undefined, row: string | undefined): Cell {
  const sum = SUMS[name];
  if (!sum && !isFigure(name)) throw new AppError('not_found');
  const figure = isFigure(name) ? figureOfKey(name) : undefined,
    numerator = figure?.zaehlerIn ?? sum!.unit,
    denominator = figure?.nennerIn ?? numerator,
    choiceOf = (a: Selection): ((sink: RowSink) => RowSink) => {
      const isTested = row !== undefined && sum?.readsRow !== true,
        test = isTested ? rowTestOf(a, row) : undefined;
      return (sink) => only(sink, side, test);
    },
    walk = (a: Selection, sink: RowSink): void => {
      const chosen = choiceOf(a)(sink);
      if (sum) sum.walk(a, chosen, row);
      else walkFigure(name, a, chosen);
    };
  const unit =
    side === undefined
      ? (figure?.einheit ?? numerator)
      : side === 'zaehler'
        ? numerator
        : denominator;
  return {
    units: { zaehler: numerator, nenner: denominator, wert: unit },
    page: (a, page, size) =>
      sum
        ? pageOfWalk(
            a.snapshot,
            (sink) => {
              walk(a, sink);
            },
            page,
            size,
          )
        : pageOf(a, name, page, size, choiceOf(a)),
    value: (a) =>
      sideOfFigure(a, name, side, row) ??
      valueOfRows(
        (sink) => {
          walk(a, sink);
        },
        side === undefined && figure ? figure : { unit, side: side ?? 'zaehler' },
      ),
  };
}
