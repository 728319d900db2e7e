// A chart of a report; the adjacent table serves screen readers.

import { useMemo } from 'react';
import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { DrawnChart } from './DrawnChart.tsx';
import { chartOption, pointAt, pointOf } from './options.ts';
import { useLook } from './use-look.ts';
import type { ChartKind, ChartWords } from './chart-base.ts';

export interface ChartPoint {
  /** Series as named by the report. */
  name: string;
  x: string;
}

/**
 * @param description one sentence that describes the chart
 * @param onPick a point was pressed; the table's rows offer the same action
 */
export function Chart({
  kind,
  series,
  words,
  description,
  height = 320,
  onPick,
}: {
  kind: ChartKind;
  series: readonly ChartSeries[];
  words: ChartWords;
  description: string;
  height?: number;
  onPick?: ((point: ChartPoint) => void) | undefined;
}) {
  const look = useLook(),
    option = useMemo(() => chartOption(kind, series, look, words), [kind, series, look, words]);
  return (
    <DrawnChart
      option={option}
      description={description}
      height={height}
      onPress={({ seriesIndex, dataIndex, data }) => {
        const point = pointOf(data) ?? pointAt(kind, series, seriesIndex ?? 0, dataIndex ?? 0);
        if (point) onPick?.(point);
      }}
    />
  );
}
