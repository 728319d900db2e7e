// Converts the series of a report to an option of the chart library. Pure; the caller supplies
// texts and formatted numbers.

import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { isDark, MOST, type Look } from './look.ts';

export type ChartKind =
  | 'line'
  | 'bar'
  | 'stacked'
  | 'rows'
  | 'rowsStacked'
  | 'donut'
  | 'funnel'
  | 'treemap'
  | 'heat';
export interface ChartWords {
  /** Label of a point of the x axis. */
  x: (x: string) => string;
  /** A value with its unit. */
  y: (value: number) => string;
  /** A value at an axis: short format. */
  axis: (value: number) => string;
  /** Name of a series. */
  name: (name: string) => string;
  /** Label of the series beyond the colours. */
  rest: string;
}
/** Series only for comparison: muted, dashed. */
const isBefore = (name: string): boolean => /vorjahr|vergleich|vorperiode/i.test(name);
const isTarget = (name: string): boolean => /^ziel$/i.test(name);
/** Cumulative share: a line above the bars that it adds up. */
const isCumulated = (name: string): boolean => name === 'kumuliert';

/** At most as many series as there are colours; the smaller ones are merged into the last. */
export function fold(series: readonly ChartSeries[], rest: string): readonly ChartSeries[] {
  const own = series.filter(({ name }) => !isBefore(name) && !isTarget(name)),
    others = series.filter((one) => !own.includes(one));
  if (own.length <= MOST) return series;
  const weight = (one: ChartSeries): number =>
    one.punkte.reduce((sum, { y }) => sum + Math.abs(y ?? 0), 0);
  const kept = [...own].sort((a, b) => weight(b) - weight(a)).slice(0, MOST - 1),
    small = own.filter((one) => !kept.includes(one));
  const sums = new Map<string, number>();
  for (const { punkte } of small)
    for (const { x, y } of punkte) sums.set(x, (sums.get(x) ?? 0) + (y ?? 0));
  return [
    ...own.filter((one) => kept.includes(one)),
    { name: rest, punkte: [...sums].map(([x, y]) => ({ x, y })) },
    ...others,
  ];
}
/** Returns every x of all series, in order of appearance. */
const axisOf = (series: readonly ChartSeries[]): string[] => [
  ...new Set(series.flatMap(({ punkte }) => punkte.map(({ x }) => x))),
];
const along = (chartSeries: ChartSeries, xs: readonly string[]): (number | null)[] => {
  const values = new Map(chartSeries.punkte.map(({ x, y }) => [x, y]));
  return xs.map((x) => values.get(x) ?? null);
};

type Option = Record<string, unknown>;
/** Text of a point's tooltip; values are the caller's words and never markup. */
const bubble = (look: Look, trigger: 'axis' | 'item'): Option => ({
  trigger,
  renderMode: 'richText',
  confine: true,
  backgroundColor: look.surface,
  borderColor: look.line,
  textStyle: { color: look.text, fontFamily: look.font, fontSize: 13 },
  ...(trigger === 'axis' && { axisPointer: { type: 'shadow', shadowStyle: { opacity: 0.08 } } }),
});
const base = (look: Look): Option => ({
  animation: false,
  textStyle: { fontFamily: look.font, color: look.text },
  color: [...look.series],
});
const legend = (look: Look, isShown: boolean): Option => ({
  show: isShown,
  top: 0,
  left: 0,
  type: 'scroll',
  icon: 'roundRect',
  itemWidth: 14,
  itemHeight: 10,
  textStyle: { color: look.text, fontSize: 12 },
  pageTextStyle: { color: look.text },
  pageIconColor: look.text,
  pageIconInactiveColor: look.line,
});

/** Width of a line's name in px, and the usual height of the plot. */
const NAME_PX = 15,
  PLOT_PX = 260;
/**
 * Returns how far in px each line's name at its end is moved so that none overlaps another; down is
 * positive. Pure.
 */
export function apart(series: readonly ChartSeries[]): number[] {
  const values = series.flatMap(({ punkte }) => punkte.flatMap(({ y }) => y ?? [])),
    most = Math.max(0, ...values),
    range = most - Math.min(0, ...values) || 1;
  const ends = series
      .map(({ punkte }, at) => ({
        at,
        px: ((most - (punkte.findLast(({ y }) => y !== null)?.y ?? 0)) / range) * PLOT_PX,
      }))
      .sort((a, b) => a.px - b.px),
    moved = series.map(() => 0);
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, px } of ends) {
    const place = Math.max(px, last + NAME_PX);
    moved[at] = Math.round(place - px);
    last = place;
  }
  return moved;
}

function grid(
  kind: ChartKind,
  series: readonly ChartSeries[],
  look: Look,
  words: ChartWords,
): Option {
  // Lines are labelled at their end, where there is room; a legend is harder to read.
  const isNamed = kind === 'line' && series.length > 1 && series.length <= 4;
  const isFlat = kind === 'rows' || kind === 'rowsStacked',
    isLine = kind === 'line',
    isStacked = kind === 'stacked' || kind === 'rowsStacked';
  const xs = axisOf(series),
    names = series.map(({ name }) => words.name(name)),
    own = series.filter(({ name }) => !isBefore(name) && !isTarget(name)),
    moved = isNamed ? apart(series) : [];
  const category = {
    type: 'category',
    data: xs.map(words.x),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: look.line } },
    axisLabel: {
      color: look.muted,
      hideOverlap: true,
      ...(isFlat && { width: 150, overflow: 'truncate' }),
    },
    ...(isFlat && { inverse: true }),
  };
  const value = {
    type: 'value',
    splitNumber: 4,
    axisLabel: { color: look.muted, formatter: words.axis, hideOverlap: true },
    ...(series.some(({ name }) => isCumulated(name)) && { max: 1, interval: 0.25 }),
    splitLine: { lineStyle: { color: look.line } },
  };
  return {
    ...base(look),
    legend: legend(look, series.length > 1 && !isNamed),
    grid: {
      left: 8,
      right: isNamed
        ? 8 + 7 * Math.max(...names.map(({ length }) => length)) + 8
        : isFlat
          ? 24
          : 16,
      top: series.length > 1 && !isNamed ? 36 : 12,
      bottom: 8,
      containLabel: true,
    },
    xAxis: isFlat ? value : category,
    yAxis: isFlat ? category : value,
    tooltip: {
      ...bubble(look, 'axis'),
      valueFormatter: (given: unknown) => (typeof given === 'number' ? words.y(given) : '–'),
    },
    series: series.map((chartSeries, at) => {
      const colour = isBefore(chartSeries.name)
        ? look.muted
        : isTarget(chartSeries.name)
          ? look.text
          : (look.series[own.indexOf(chartSeries) % MOST] ?? look.muted);
      const isDrawnAsLine =
        isLine ||
        (!isFlat &&
          (isBefore(chartSeries.name) ||
            isTarget(chartSeries.name) ||
            isCumulated(chartSeries.name)));
      return {
        name: names[at],
        data: along(chartSeries, xs),
        color: colour,
        ...(isDrawnAsLine
          ? {
              type: 'line',
              symbol: xs.length > 40 || isTarget(chartSeries.name) ? 'none' : 'circle',
              ...(isNamed && {
                endLabel: {
                  show: true,
                  formatter: '{a}',
                  color: colour,
                  fontSize: 12,
                  fontWeight: 600,
                  offset: [0, moved[at] ?? 0],
                },
              }),
              symbolSize: 6,
              lineStyle: {
                width: isTarget(chartSeries.name) ? 2 : isBefore(chartSeries.name) ? 2 : 2.5,
                type: isBefore(chartSeries.name) ? 'dashed' : 'solid',
              },
              connectNulls: false,
            }
          : {
              type: 'bar',
              barMaxWidth: isFlat ? 18 : 40,
              ...(isStacked && !isBefore(chartSeries.name) && { stack: 'sum' }),
              itemStyle: {
                borderRadius: isStacked ? 0 : isFlat ? [0, 3, 3, 0] : [3, 3, 0, 0],
                ...(isStacked && { borderColor: look.surface, borderWidth: 1 }),
                ...(isBefore(chartSeries.name) && { opacity: 0.45 }),
              },
            }),
      };
    }),
  };
}
function heat(series: readonly ChartSeries[], look: Look, words: ChartWords): Option {
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
      formatter: ({ data: [x, row, y] }: { data: [number, number, number] }) =>
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
        data: values,
        itemStyle: { borderColor: look.surface, borderWidth: 2, borderRadius: 3 },
      },
    ],
  };
}
function parts(
  kind: 'donut' | 'funnel' | 'treemap',
  series: readonly ChartSeries[],
  look: Look,
  words: ChartWords,
): Option {
  const points = (series[0]?.punkte ?? []).filter(({ y }) => y !== null && y > 0);
  const small =
    kind === 'donut' && points.length > MOST
      ? points.slice(MOST - 1).reduce((sum, { y }) => sum + (y ?? 0), 0)
      : 0;
  const data = [
    ...(small > 0 ? points.slice(0, MOST - 1) : points).map(({ x, y }) => ({
      name: words.x(x),
      value: y ?? 0,
    })),
    ...(small > 0 ? [{ name: words.rest, value: small }] : []),
  ];
  const label = {
    color: look.text,
    fontSize: 12,
    lineHeight: 16,
    formatter: ({ name, value }: { name: string; value: number }) => `${name}\n${words.y(value)}`,
  };
  const tooltip = {
    ...bubble(look, 'item'),
    formatter: ({ name, value }: { name: string; value: number }) => `${name}: ${words.y(value)}`,
  };
  if (kind === 'donut')
    return {
      ...base(look),
      tooltip,
      series: [
        {
          type: 'pie',
          radius: ['48%', '72%'],
          data,
          label,
          labelLine: { lineStyle: { color: look.muted } },
          itemStyle: { borderColor: look.surface, borderWidth: 2 },
        },
      ],
    };
  // One colour, lighter step by step: the shades show the order.
  if (kind === 'funnel')
    return {
      ...base(look),
      tooltip,
      series: [
        {
          type: 'funnel',
          sort: 'none',
          gap: 3,
          left: 8,
          right: '32%',
          top: 8,
          bottom: 8,
          minSize: '6%',
          data: data.map((one) => ({
            ...one,
            itemStyle: { color: look.series[0], borderWidth: 0 },
          })),
          label: {
            ...label,
            position: 'right',
            formatter: ({ name, value }: { name: string; value: number }) =>
              `${name}: ${words.y(value)}`,
          },
          labelLine: { lineStyle: { color: look.line } },
        },
      ],
    };
  return treemap(series, look, words, tooltip);
}
/** Share of the total below which a box is too small for a label. */
const LEAST_SAID = 0.012;
/**
 * Several series are boxes with their points inside; the smaller ones are merged into one box. Each
 * box carries its data.
 */
function treemap(
  series: readonly ChartSeries[],
  look: Look,
  words: ChartWords,
  tooltip: Option,
): Option {
  const isNested = series.length > 1,
    sum = ({ punkte }: ChartSeries): number =>
      punkte.reduce((all, { y }) => all + Math.max(0, y ?? 0), 0),
    sorted = isNested ? [...series].sort((a, b) => sum(b) - sum(a)) : series;
  const own = sorted.length > MOST ? sorted.slice(0, MOST - 1) : sorted,
    small = sorted.slice(own.length);
  const paint = (at: number): Option => {
    const color = look.series[Math.min(at, MOST - 1)] ?? look.muted,
      ink = isDark(color) ? '#fff' : '#111';
    return { itemStyle: { color, borderColor: look.surface }, label: { color: ink } };
  };
  const boxes = ({ name, punkte }: ChartSeries, at: number): Option[] =>
    punkte
      .filter(({ y }) => y !== null && y > 0)
      .map(({ x, y }, n) => ({
        name: words.x(x),
        value: y,
        point: { name, x },
        ...paint(isNested ? at : n),
      }));
  const rest =
    small.length === 0
      ? []
      : [
          {
            name: words.rest,
            ...paint(MOST - 1),
            children: small
              .filter((one) => sum(one) > 0)
              .map((one) => ({
                name: words.name(one.name),
                value: sum(one),
                point: { name: one.name, x: one.name },
                ...paint(MOST - 1),
              })),
          },
        ];
  const data = isNested
    ? [
        ...own.map((one, at) => ({
          name: words.name(one.name),
          point: { name: one.name, x: one.name },
          ...paint(at),
          children: boxes(one, at),
        })),
        ...rest,
      ]
    : own.flatMap(boxes);
  // A box that is too small has no label; its tooltip has one.
  const all = series.reduce((total, one) => total + sum(one), 0),
    label = {
      fontSize: 12,
      lineHeight: 16,
      overflow: 'truncate',
      formatter: ({ name, value }: { name: string; value: number }) =>
        value < all * LEAST_SAID ? '' : `${name}\n${words.y(value)}`,
    };
  return {
    ...base(look),
    tooltip,
    series: [
      {
        type: 'treemap',
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        top: 0,
        bottom: 0,
        left: 0,
        right: 0,
        data,
        label,
        visibleMin: 200,
        ...(isNested && {
          upperLabel: {
            show: true,
            height: 24,
            color: look.text,
            fontSize: 12,
            fontWeight: 600,
            overflow: 'truncate',
            formatter: ({ name, value }: { name: string; value: number }) =>
              `${name} · ${words.axis(value)}`,
          },
          levels: [
            {
              itemStyle: { borderColor: look.surface, gapWidth: 4, borderWidth: 0 },
              upperLabel: { show: false },
            },
            { itemStyle: { gapWidth: 1, borderWidth: 2 } },
          ],
        }),
      },
    ],
  };
}

/** @returns the option of the chart library */
export function chartOption(
  kind: ChartKind,
  series: readonly ChartSeries[],
  look: Look,
  words: ChartWords,
): Option {
  if (kind === 'heat') return heat(series, look, words);
  if (kind === 'donut' || kind === 'funnel' || kind === 'treemap')
    return parts(kind, series, look, words);
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
  if (kind === 'donut' || kind === 'funnel') {
    const [chartSeries] = series,
      points = (chartSeries?.punkte ?? []).filter(({ y }) => y !== null && y > 0),
      x = points[dataIndex]?.x;
    return chartSeries === undefined ||
      x === undefined ||
      (kind === 'donut' && points.length > MOST && dataIndex >= MOST - 1)
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
