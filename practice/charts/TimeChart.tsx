// A chart of values over time: its space is reserved from the start, the chart library loads later;
// the adjacent table serves screen readers and the keyboard.

import './charts.css';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { EChart } from './echarts.ts';
import { overTime, type TimeLine, type TimeWords } from './over-time.ts';
import { useLook } from './use-look.ts';

/**
 * @param description one sentence that describes the chart
 * @param onPick a point was pressed; its id
 */
export function TimeChart({
  lines,
  words,
  description,
  onPick,
  height = 260,
}: {
  lines: readonly TimeLine[];
  words: TimeWords;
  description: string;
  onPick: (id: string) => void;
  height?: number;
}) {
  const { ref, width } = useElementSize<HTMLDivElement>(),
    place = useRef<HTMLDivElement>(null),
    chart = useRef<EChart | null>(null),
    pick = useRef(onPick),
    [isReady, setReady] = useState(false),
    look = useLook();
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
    chart.current.setOption(overTime(lines, look, words), { notMerge: true });
    chart.current.off('click');
    chart.current.on('click', (pressed: { seriesIndex?: number; dataIndex?: number }) => {
      const point = lines[pressed.seriesIndex ?? 0]?.points[pressed.dataIndex ?? 0];
      if (point) pick.current(point.id);
    });
  }, [isReady, lines, words, look]);
  useEffect(() => {
    if (width > 0) chart.current?.resize({ height });
  }, [width, height]);
  return (
    <figure className="ch-figure" ref={ref} role="img" aria-label={description}>
      <div ref={place} aria-hidden className="ch-place" data-ready={isReady} style={{ height }} />
    </figure>
  );
}
