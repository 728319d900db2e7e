// The place of a chart: reserved from the start; the chart library loads after the figures.

import './charts.css';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { EChart } from './echarts.ts';

/** The pressed part of a chart, as the chart library names it. */
export interface Pressed {
  seriesIndex?: number;
  dataIndex?: number;
  data?: unknown;
}

/**
 * @param option of the chart library; a new object draws the chart again
 * @param description one sentence that describes the chart
 * @param height CSS px
 */
export function DrawnChart({
  option,
  description,
  height,
  onPress,
}: {
  option: Parameters<EChart['setOption']>[0];
  description: string;
  height: number;
  onPress: (pressed: Pressed) => void;
}) {
  const { ref, width } = useElementSize<HTMLDivElement>(),
    place = useRef<HTMLDivElement>(null),
    chart = useRef<EChart | null>(null),
    press = useRef(onPress),
    [isReady, setReady] = useState(false);
  useEffect(() => {
    press.current = onPress;
  });
  useEffect(() => {
    let isGone = false;
    void import('./echarts.ts').then(({ openChart }) => {
      if (isGone || place.current === null) return;
      const opened = openChart(place.current);
      opened.on('click', (pressed: Pressed) => press.current(pressed));
      chart.current = opened;
      setReady(true);
    });
    return () => {
      isGone = true;
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    if (isReady) chart.current?.setOption(option, { notMerge: true });
  }, [isReady, option]);
  useEffect(() => {
    if (width > 0) chart.current?.resize({ height });
  }, [width, height]);
  return (
    <figure className="ch-figure" ref={ref} role="img" aria-label={description}>
      <div ref={place} aria-hidden className="ch-place" data-ready={isReady} style={{ height }} />
    </figure>
  );
}
