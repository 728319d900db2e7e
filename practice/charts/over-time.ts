// Lines over true time: the distance between two points is the time between them. Pure.

import { DAY_MS } from '../../shared/base/day-math.ts';
import { base, bubble, legend, type Option } from './chart-base.ts';
import { MOST, type Look } from './look.ts';

interface TimePoint {
  readonly id: string;
  /** In ms. */
  readonly at: number;
  /** Null: the line has a gap here. */
  readonly y: number | null;
  /** The value, or why there is none. */
  readonly said: string;
}
export interface TimeLine {
  readonly name: string;
  readonly points: readonly TimePoint[];
}
export interface TimeWords {
  /** A day; at the axis and in the tooltip. */
  day: (at: number) => string;
  axis: (value: number) => string;
}

/** Shapes besides the colours, so that lines differ without colours too. */
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'] as const;

interface Pointed {
  readonly seriesIndex: number;
  readonly dataIndex: number;
}

/** Returns the option of the chart library. */
export function overTime(lines: readonly TimeLine[], look: Look, words: TimeWords): Option {
  const hasLegend = lines.length > 1;
  const pointOf = ({ seriesIndex, dataIndex }: Pointed): TimePoint | undefined =>
    lines[seriesIndex]?.points[dataIndex];
  return {
    ...base(look),
    legend: legend(look, hasLegend),
    grid: { left: 8, right: 24, top: hasLegend ? 36 : 12, bottom: 8, containLabel: true },
    xAxis: {
      type: 'time',
      minInterval: DAY_MS,
      splitNumber: 4,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
      axisLabel: { color: look.muted, hideOverlap: true, formatter: words.day },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      axisLabel: { color: look.muted, formatter: words.axis, hideOverlap: true },
      splitLine: { lineStyle: { color: look.line } },
    },
    tooltip: {
      ...bubble(look, 'item'),
      formatter: (pointed: Pointed) => {
        const point = pointOf(pointed),
          name = hasLegend ? `${lines[pointed.seriesIndex]?.name ?? ''}\n` : '';
        return point === undefined ? '' : `${name}${words.day(point.at)}: ${point.said}`;
      },
    },
    series: lines.map(({ name, points }, index) => ({
      name,
      type: 'line',
      data: points.map(({ at, y }) => [at, y]),
      color: look.series[index % MOST] ?? look.muted,
      symbol: SYMBOLS[index % SYMBOLS.length],
      symbolSize: 10,
      showAllSymbol: true,
      lineStyle: { width: 2.5, type: index === 0 ? 'solid' : 'dashed' },
      connectNulls: false,
    })),
  };
}
