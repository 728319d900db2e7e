// A chart of values over time; the adjacent table serves screen readers and the keyboard.

import { useMemo } from 'react';
import { DrawnChart } from './DrawnChart.tsx';
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
  const look = useLook(),
    option = useMemo(() => overTime(lines, look, words), [lines, look, words]);
  return (
    <DrawnChart
      option={option}
      description={description}
      height={height}
      onPress={({ seriesIndex, dataIndex }) => {
        const point = lines[seriesIndex ?? 0]?.points[dataIndex ?? 0];
        if (point) onPick(point.id);
      }}
    />
  );
}
