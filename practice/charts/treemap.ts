// A treemap of one or several series. Pure.

import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { type Look, MOST, isDark } from './look.ts';
import { type ChartWords, type Option, base } from './chart-base.ts';

/** Share of the total below which a box is too small for a label. */
const LEAST_SAID = 0.012;

const sum = ({ punkte }: ChartSeries): number =>
  punkte.reduce((all, { y }) => all + Math.max(0, y ?? 0), 0);

function boxesOf(series: readonly ChartSeries[], look: Look, words: ChartWords): Option[] {
  const isNested = series.length > 1,
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
  if (!isNested) return own.flatMap(boxes);
  const head = (one: ChartSeries): Option => ({
    name: words.name(one.name),
    point: { name: one.name, x: one.name },
  });
  return [
    ...own.map((one, at) => ({ ...head(one), ...paint(at), children: boxes(one, at) })),
    ...(small.length === 0
      ? []
      : [
          {
            name: words.rest,
            ...paint(MOST - 1),
            children: small
              .filter((one) => sum(one) > 0)
              .map((one) => ({ ...head(one), value: sum(one), ...paint(MOST - 1) })),
          },
        ]),
  ];
}

/**
 * Returns a treemap. Several series are boxes with their points inside; the smaller ones are merged
 * into one box. Each box carries its data.
 */
export function treemap(
  series: readonly ChartSeries[],
  look: Look,
  words: ChartWords,
  tooltip: Option,
): Option {
  const isNested = series.length > 1,
    data = boxesOf(series, look, words);
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
