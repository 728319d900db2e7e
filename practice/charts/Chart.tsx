// A chart of a report: its space is reserved from the start, the chart library loads after the
// figures; the adjacent table serves screen readers.

import './charts.css';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import type { EChart } from './echarts.ts';
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
  const { ref, width } = useElementSize<HTMLDivElement>(),
    place = useRef<HTMLDivElement>(null),
    chart = useRef<EChart | null>(null),
    look = useLook();
  const [isReady, setReady] = useState(false),
    pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    let isGone = false;
    void import('./echarts.ts').then(({ openChart }) => {
      if (isGone || place.current === null) return;
      chart.current = openChart(place.current);
      setReady(true);
    });
    return () => {
      isGone = true;
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    if (!isReady || chart.current === null) return;
    chart.current.setOption(chartOption(kind, series, look, words), { notMerge: true });
    const press = ({
      seriesIndex,
      dataIndex,
      data,
    }: {
      seriesIndex?: number;
      dataIndex?: number;
      data?: unknown;
    }): void => {
      const point = pointOf(data) ?? pointAt(kind, series, seriesIndex ?? 0, dataIndex ?? 0);
      if (point) pick.current?.(point);
    };
    chart.current.off('click');
    chart.current.on('click', press);
  }, [isReady, kind, series, words, look]);
  useEffect(() => {
    if (width > 0) chart.current?.resize({ height });
  }, [width, height]);
  return (
    <figure className="ch-figure" ref={ref} role="img" aria-label={description}>
      <div ref={place} aria-hidden className="ch-place" data-ready={isReady} style={{ height }} />
    </figure>
  );
}
