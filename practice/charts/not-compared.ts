// The part of a chart whose comparison was not delivered, drawn as a hatched area. Pure.

import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { type ChartWords, isBefore, type Option } from './chart-base.ts';
import type { Look } from './look.ts';

/** Name of the hatched area; a text of the reports. */
const NOT_COVERED = 'ohneVergleichsdaten';

/**
 * Returns for each point whether it has a value but no earlier one to be compared with, since the
 * deliveries begin later: the points before the first compared one, or all where there is none.
 */
function notCompared(series: readonly ChartSeries[], xs: readonly string[]): boolean[] {
  const before = series.find(({ name }) => isBefore(name)),
    valueAt = (one: ChartSeries, x: string): number | null =>
      one.punkte.find((point) => point.x === x)?.y ?? null;
  if (!before) return [];
  const first = xs.findIndex((x) => valueAt(before, x) !== null),
    own = series.filter((one) => one !== before);
  return xs.map(
    (x, at) => (first < 0 || at < first) && own.some((one) => valueAt(one, x) !== null),
  );
}
/** Returns the hatched area as bars behind everything else; nothing where all is compared. */
export function hatched(
  series: readonly ChartSeries[],
  xs: readonly string[],
  look: Look,
  words: ChartWords,
): Option[] {
  const marks = notCompared(series, xs),
    most = Math.max(0, ...series.flatMap(({ punkte }) => punkte.map(({ y }) => y ?? 0)));
  if (!marks.includes(true) || most === 0) return [];
  return [
    {
      name: words.name(NOT_COVERED),
      type: 'bar',
      data: marks.map((isMarked) => (isMarked ? most : null)),
      barWidth: '100%',
      barGap: '-100%',
      z: 0,
      silent: true,
      color: look.muted,
      itemStyle: {
        color: 'transparent',
        decal: {
          symbol: 'rect',
          color: look.line,
          dashArrayX: [1, 0],
          dashArrayY: [2, 6],
          rotation: -Math.PI / 4,
        },
      },
      // It has no value of its own.
      tooltip: { valueFormatter: () => '–' },
    },
  ];
}
