// Options common to all charts of the chart library: kinds, words, colours, legend and tooltip.
// Pure.

import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { type Look, MOST } from './look.ts';

/** `steps`: flat bars from the first step to the last, each with its share of the first. */
export type ChartKind =
  | 'line'
  | 'bar'
  | 'stacked'
  | 'rows'
  | 'rowsStacked'
  | 'donut'
  | 'steps'
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
  /** A share, 0 to 1; only for steps. */
  share?: (share: number) => string;
}

/** Checks for a series that is only for comparison: muted, dashed. */
export const isBefore = (name: string): boolean => /vorjahr|vergleich|vorperiode/i.test(name);

/** Checks for bars that lie: categories on the left. */
export const isFlat = (kind: ChartKind): boolean =>
  kind === 'rows' || kind === 'rowsStacked' || kind === 'steps';

export const isTarget = (name: string): boolean => /^ziel$/i.test(name);

/** Bounds of a range, two thin lines with the area between them, and the name of both. */
export const RANGE = { low: 'von', high: 'bis', whole: 'vonBis' } as const;
/** Checks for a bound of a range. */
export const isBound = (name: string): boolean => name === RANGE.low || name === RANGE.high;

/** Checks for a cumulative share: a line above the bars that it adds up. */
export const isCumulated = (name: string): boolean => name === 'kumuliert';

/**
 * Returns at most as many series as there are colours; the smaller ones are merged into the last.
 */
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
export const axisOf = (series: readonly ChartSeries[]): string[] => [
  ...new Set(series.flatMap(({ punkte }) => punkte.map(({ x }) => x))),
];

export type Option = Record<string, unknown>;

/** Returns the text of a point's tooltip; values are the caller's words and never markup. */
export const bubble = (look: Look, trigger: 'axis' | 'item'): Option => ({
  trigger,
  renderMode: 'richText',
  confine: true,
  backgroundColor: look.surface,
  borderColor: look.line,
  textStyle: { color: look.text, fontFamily: look.font, fontSize: 13 },
  ...(trigger === 'axis' && { axisPointer: { type: 'shadow', shadowStyle: { opacity: 0.08 } } }),
});

export const base = (look: Look): Option => ({
  animation: false,
  textStyle: { fontFamily: look.font, color: look.text },
  color: [...look.series],
});

export const legend = (look: Look, isShown: boolean): Option => ({
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
