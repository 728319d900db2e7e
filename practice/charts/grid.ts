// Lines and bars over a common axis. Pure.

import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { type Look, MOST } from './look.ts';
import {
  type ChartKind,
  type ChartWords,
  type Option,
  axisOf,
  base,
  bubble,
  isBefore,
  isBound,
  isCumulated,
  isFlat,
  isTarget,
  legend,
  RANGE,
} from './chart-base.ts';
import { hatched } from './not-compared.ts';

const along = (chartSeries: ChartSeries, xs: readonly string[]): (number | null)[] => {
  const values = new Map(chartSeries.punkte.map(({ x, y }) => [x, y]));
  return xs.map((x) => values.get(x) ?? null);
};

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

const colourOf = (one: ChartSeries, own: readonly ChartSeries[], look: Look): string =>
  isBefore(one.name)
    ? look.muted
    : isTarget(one.name)
      ? look.text
      : (look.series[own.indexOf(one) % MOST] ?? look.muted);

interface Mark {
  readonly kind: ChartKind;
  readonly look: Look;
  readonly name: string;
  readonly data: readonly (number | null)[];
  readonly colour: string;
  /** Text at the end of a bar; absent where bars have none. */
  readonly said?: ((value: number) => string) | undefined;
  /** Offset in px of the name at the line's end; absent where the legend names the line. */
  readonly moved?: number;
}
/** Returns one series as drawn: a line, or the bars of one colour. */
function markOf(one: ChartSeries, { kind, look, name, data, colour, moved, said }: Mark): Option {
  const isLying = isFlat(kind),
    isStacked = kind === 'stacked' || kind === 'rowsStacked',
    isDrawnAsLine =
      kind === 'line' ||
      (!isLying && (isBefore(one.name) || isTarget(one.name) || isCumulated(one.name)));
  if (!isDrawnAsLine)
    return {
      name,
      data,
      color: colour,
      type: 'bar',
      barMaxWidth: isLying ? 18 : 40,
      ...(isStacked && !isBefore(one.name) && { stack: 'sum' }),
      itemStyle: {
        borderRadius: isStacked ? 0 : isLying ? [0, 3, 3, 0] : [3, 3, 0, 0],
        ...(isStacked && { borderColor: look.surface, borderWidth: 1 }),
        ...(isBefore(one.name) && { opacity: 0.45 }),
      },
      ...(said && {
        label: {
          show: true,
          position: 'right',
          color: look.text,
          fontSize: 12,
          formatter: ({ value }: { value: number }) => said(value),
        },
      }),
    };
  return {
    name,
    data,
    color: colour,
    type: 'line',
    symbol: data.length > 40 || isTarget(one.name) ? 'none' : 'circle',
    ...(moved !== undefined && {
      endLabel: {
        show: true,
        formatter: '{a}',
        color: colour,
        fontSize: 12,
        fontWeight: 600,
        offset: [0, moved],
      },
    }),
    symbolSize: 6,
    lineStyle: {
      width: isTarget(one.name) ? 2 : isBefore(one.name) ? 2 : 2.5,
      type: isBefore(one.name) ? 'dashed' : 'solid',
    },
    connectNulls: false,
  };
}

/**
 * Returns a bound of a range: the upper one is stacked on the lower one, so that the area between
 * them is filled; its tooltip shows the bound itself.
 */
function boundOf(
  one: ChartSeries,
  { look, data }: Mark,
  low: readonly (number | null)[],
  words: ChartWords,
): Option {
  const isHigh = one.name === RANGE.high;
  return {
    // One name, and so one entry of the legend, for both bounds.
    name: words.name(RANGE.whole),
    type: 'line',
    data: isHigh
      ? data.map((y, at) => (y === null || low[at] === null ? null : y - (low[at] ?? 0)))
      : data,
    color: look.muted,
    stack: 'range',
    symbol: 'none',
    lineStyle: { width: 1, type: 'dotted' },
    ...(isHigh && { areaStyle: { color: look.muted, opacity: 0.18 } }),
    tooltip: {
      valueFormatter: (_given: unknown, at: number) => {
        const y = data[at];
        return typeof y === 'number' ? `${words.name(one.name)} ${words.y(y)}` : '–';
      },
    },
    connectNulls: false,
  };
}

/** Bars that are all named: each one is a thing of its own, while of days some names suffice. */
const NAMED_BARS = 30,
  LEVEL_NAMES = 10;
/** Returns how the names below the axis are set. */
function namesBelow(kind: ChartKind, xs: readonly string[]): Option {
  const isTime = xs.every((x) => /^\d{4}-/.test(x));
  if (kind === 'line' || isTime || xs.length > NAMED_BARS) return { hideOverlap: true };
  return {
    interval: 0,
    ...(xs.length > LEVEL_NAMES
      ? { rotate: 45, width: 72, overflow: 'truncate' }
      : { hideOverlap: true }),
  };
}

/** Returns the text at the end of a lying bar: its value, and of a step also its share of the first. */
function endOf(
  kind: ChartKind,
  [only, ...others]: readonly ChartSeries[],
  words: ChartWords,
): ((value: number) => string) | undefined {
  const values = only?.punkte.flatMap(({ y }) => y ?? []) ?? [],
    [first = 0] = values;
  if (!isFlat(kind) || others.length > 0 || values.some((y) => y < 0)) return undefined;
  return (value) =>
    kind === 'steps' && words.share && first > 0 && value !== first
      ? `${words.axis(value)} · ${words.share(value / first)}`
      : words.axis(value);
}

/** Returns lines or bars over a common axis; flat kinds have the categories on the left. */
export function grid(
  kind: ChartKind,
  series: readonly ChartSeries[],
  look: Look,
  words: ChartWords,
): Option {
  // Lines are labelled at their end, where there is room; a legend is harder to read.
  const isNamed = kind === 'line' && series.length > 1 && series.length <= 4;
  const isLying = isFlat(kind);
  const xs = axisOf(series),
    names = series.map(({ name }) => words.name(name)),
    hasRange = series.some(({ name }) => name === RANGE.high),
    low = along(series.find(({ name }) => name === RANGE.low) ?? { name: '', punkte: [] }, xs),
    own = series.filter(
      ({ name }) => !isBefore(name) && !isTarget(name) && !(hasRange && isBound(name)),
    ),
    hatchedArea = isLying ? [] : hatched(series, xs, look, words),
    moved = isNamed ? apart(series) : [],
    said = endOf(kind, series, words);
  const hasLegend = (series.length > 1 && !isNamed) || hatchedArea.length > 0;
  const category = {
    type: 'category',
    data: xs.map(words.x),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: look.line } },
    axisLabel: {
      color: look.muted,
      ...(isLying ? { hideOverlap: true, width: 150, overflow: 'truncate' } : namesBelow(kind, xs)),
    },
    ...(isLying && { inverse: true }),
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
    legend: legend(look, hasLegend),
    grid: {
      left: 8,
      right: isNamed
        ? 8 + 7 * Math.max(...names.map(({ length }) => length)) + 8
        : isLying
          ? said
            ? 72
            : 24
          : 16,
      top: hasLegend ? 36 : 12,
      bottom: 8,
      containLabel: true,
    },
    xAxis: isLying ? value : category,
    yAxis: isLying ? category : value,
    tooltip: {
      ...bubble(look, 'axis'),
      valueFormatter: (given: unknown) => (typeof given === 'number' ? words.y(given) : '–'),
    },
    series: series
      .map((one, at) => {
        const mark: Mark = {
          kind,
          look,
          name: names[at] ?? '',
          data: along(one, xs),
          colour: colourOf(one, own, look),
          said,
          ...(isNamed && { moved: moved[at] ?? 0 }),
        };
        return kind === 'line' && hasRange && isBound(one.name)
          ? boundOf(one, mark, low, words)
          : markOf(one, mark);
      })
      .concat(hatchedArea),
  };
}
