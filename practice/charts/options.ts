// Converts the series of a report to an option of the chart library. Pure; the caller supplies
// texts and formatted numbers.

import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { MOST, type Look } from './look.ts';
import { type ChartKind, type ChartWords, fold, axisOf, type Option } from './chart-base.ts';
import { grid } from './grid.ts';
import { heat } from './heat.ts';
import { parts } from './parts.ts';

/** Builds a chart. @returns the option of the chart library */
export function chartOption(
  kind: ChartKind,
  series: readonly ChartSeries[],
  look: Look,
  words: ChartWords,
): Option {
  if (kind === 'heat') return heat(series, look, words);
  if (kind === 'donut' || kind === 'treemap') return parts(kind, series, look, words);
  return grid(kind, fold(series, words.rest), look, words);
}

/** Returns the point that a mark carries; undefined where it carries none. */
export function pointOf(data: unknown): { name: string; x: string } | undefined {
  return typeof data === 'object' && data !== null && 'point' in data
    ? (data.point as { name: string; x: string })
    : undefined;
}
/** Returns the report's point for a mark of the chart; undefined for an aggregate. */
export function pointAt(
  kind: ChartKind,
  series: readonly ChartSeries[],
  seriesIndex: number,
  dataIndex: number,
): { name: string; x: string } | undefined {
  if (kind === 'heat') {
    const xs = axisOf(series),
      marks = series.flatMap(({ name, punkte }) =>
        punkte.filter(({ y }) => y !== null).map(({ x }) => ({ name, x })),
      );
    return xs.length === 0 ? undefined : marks[dataIndex];
  }
  // Boxes carry their point.
  if (kind === 'treemap') return undefined;
  if (kind === 'donut') {
    const [chartSeries] = series,
      points = (chartSeries?.punkte ?? []).filter(({ y }) => y !== null && y > 0),
      x = points[dataIndex]?.x;
    return chartSeries === undefined ||
      x === undefined ||
      (points.length > MOST && dataIndex >= MOST - 1)
      ? undefined
      : { name: chartSeries.name, x };
  }
  const shown = fold(series, ''),
    chartSeries = shown[seriesIndex],
    x = axisOf(shown)[dataIndex];
  return chartSeries === undefined || chartSeries.name === '' || x === undefined
    ? undefined
    : { name: chartSeries.name, x };
}
