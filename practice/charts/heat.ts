// A heat map: one row per series, one cell per point. Pure.

import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { inkOn, type Look } from './look.ts';
import { type ChartWords, type Option, axisOf, base, bubble } from './chart-base.ts';

/** A cell as the chart library hands it over: its column, its row, its value. */
interface Cell {
  readonly value: [number, number, number];
}

interface Placed {
  readonly rect: { readonly width: number };
  readonly labelRect: { readonly width: number };
}
/** Room on both sides of a number in px, and the size of one that needs more than its cell has. */
const ROOM = 4,
  SMALL = 9,
  SIZE = 11,
  OUTSIDE = -10_000;
/** A number wider than its cell gets smaller; if that is not enough, the tooltip alone says it. */
export const fitted = ({ rect, labelRect }: Placed): { fontSize?: number; x?: number } =>
  labelRect.width + ROOM <= rect.width
    ? {}
    : (labelRect.width * SMALL) / SIZE <= rect.width
      ? { fontSize: SMALL }
      : { x: OUTSIDE };

/**
 * Returns a heat map; the colour scale ends at the smallest and the largest value, and each cell
 * says its value.
 */
export function heat(series: readonly ChartSeries[], look: Look, words: ChartWords): Option {
  const xs = axisOf(series),
    values = series.flatMap(({ punkte }, row) =>
      punkte.filter(({ y }) => y !== null).map(({ x, y }) => [xs.indexOf(x), row, y ?? 0] as const),
    );
  const numbers = values.map(([, , y]) => y),
    most = Math.max(0, ...numbers),
    least = Math.min(most, ...numbers);
  const axis = {
    type: 'category',
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: { color: look.muted },
    splitArea: { show: false },
  };
  return {
    ...base(look),
    grid: { left: 8, right: 8, top: 8, bottom: 52, containLabel: true },
    xAxis: { ...axis, data: xs.map(words.x) },
    yAxis: { ...axis, inverse: true, data: series.map(({ name }) => words.name(name)) },
    tooltip: {
      ...bubble(look, 'item'),
      formatter: ({ value: [x, row, y] }: Cell) =>
        `${words.name(series[row]?.name ?? '')} · ${words.x(xs[x] ?? '')}: ${words.y(y)}`,
    },
    visualMap: {
      min: least,
      max: most === least ? least + 1 : most,
      calculable: false,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 160,
      itemWidth: 12,
      inRange: { color: [...look.heat] },
      textStyle: { color: look.muted },
      formatter: (given: unknown) => words.axis(Number(given)),
      text: [words.axis(most), words.axis(least)],
    },
    series: [
      {
        type: 'heatmap',
        data: values.map((value) => ({
          value,
          label: { color: inkOn(look, most === least ? 0 : (value[2] - least) / (most - least)) },
        })),
        label: {
          show: true,
          fontSize: SIZE,
          formatter: ({ value: [, , y] }: Cell) => words.axis(y),
        },
        labelLayout: fitted,
        itemStyle: { borderColor: look.surface, borderWidth: 2, borderRadius: 3 },
      },
    ],
  };
}
