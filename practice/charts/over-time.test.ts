// Tests of lines over time: gaps stay gaps, and the words of a point are shown as they are.

import { expect, test } from 'vitest';
import type { Look } from './look.ts';
import { overTime, type TimeLine } from './over-time.ts';

const look: Look = {
  series: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'],
  text: 'text',
  muted: 'muted',
  line: 'line',
  surface: 'surface',
  heat: [],
  font: 'f',
};
const words = { day: (at: number) => `Tag ${at}`, axis: String };
const line = (name: string, ...ys: (number | null)[]): TimeLine => ({
  name,
  points: ys.map((y, at) => ({ id: `${name}${at}`, at, y, said: y === null ? 'fehlt' : `${y}` })),
});
interface Drawn {
  data: unknown[];
  symbol: string;
  connectNulls: boolean;
}

test('a missing value breaks the line, and each line has its own shape', () => {
  const { series, legend } = overTime([line('v1', 3, null, 5), line('v2', 1)], look, words) as {
    series: Drawn[];
    legend: { show: boolean };
  };
  expect(series.map((one) => [one.data, one.connectNulls, one.symbol])).toEqual([
    [
      [
        [0, 3],
        [1, null],
        [2, 5],
      ],
      false,
      'circle',
    ],
    [[[0, 1]], false, 'rect'],
  ]);
  expect(legend.show).toBe(true);
});

test('the tooltip says the day and the words of the point, with the line where there are several', () => {
  const of = (...lines: TimeLine[]) =>
    (
      overTime(lines, look, words).tooltip as {
        formatter: (one: { seriesIndex: number; dataIndex: number }) => string;
      }
    ).formatter({ seriesIndex: 0, dataIndex: 1 });
  expect(of(line('v1', 3, null))).toBe('Tag 1: fehlt');
  expect(of(line('v1', 3, 4), line('v2', 1))).toBe('v1\nTag 1: 4');
});
