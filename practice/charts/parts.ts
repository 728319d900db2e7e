// Shares of a whole: donut and treemap. Pure.

import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { type Look, MOST } from './look.ts';
import { type ChartWords, type Option, base, bubble } from './chart-base.ts';
import { treemap } from './treemap.ts';

/** Returns the option of a donut or a treemap; points without a positive value are left out. */
export function parts(
  kind: 'donut' | 'treemap',
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
  return treemap(series, look, words, tooltip);
}
