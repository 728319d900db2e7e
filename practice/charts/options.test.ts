// Tests of chart options: order of colours, the year before muted and dashed, the sixth colour for
// the rest, and gaps that stay gaps.

import { expect, test } from 'vitest';
import type { ChartSeries } from '../../shared/analytics/reports/report.ts';
import { chartOption, pointAt, pointOf } from './options.ts';
import { apart } from './grid.ts';
import { fold, type ChartWords } from './chart-base.ts';
import { fitted } from './heat.ts';
import { inkOn, isDark, type Look } from './look.ts';

const look: Look = {
  series: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'],
  text: 'text',
  muted: 'muted',
  line: 'line',
  surface: 'surface',
  heat: ['h0', 'h1'],
  font: 'f',
};
const words: ChartWords = {
  x: (x) => x,
  y: (value) => `${value} €`,
  axis: String,
  name: (name) => name,
  rest: 'Übrige',
};
const chartSeries = (name: string, ...ys: (number | null)[]): ChartSeries => ({
  name,
  punkte: ys.map((y, at) => ({ x: `2026-0${at + 1}`, y })),
});
type Drawn = {
  name: string;
  type: string;
  color: string;
  data: unknown[];
  stack?: string;
  lineStyle?: { type: string };
};
const drawn = (option: Record<string, unknown>): Drawn[] => option.series as Drawn[];

test('the year before is muted and dashed, and takes no colour from the others', () => {
  const [before, now, other] = drawn(
    chartOption(
      'line',
      [chartSeries('Vorjahr', 1, 2), chartSeries('Umsatz', 3, null), chartSeries('Honorar', 1, 1)],
      look,
      words,
    ),
  );
  expect([before?.color, before?.lineStyle?.type, now?.color, other?.color]).toEqual([
    'muted',
    'dashed',
    'c1',
    'c2',
  ]);
  expect(now?.data).toEqual([3, null]);
});
test('more than six series become five and the rest, which is their sum', () => {
  const many = Array.from({ length: 9 }, (_, at) => chartSeries(`S${at}`, at + 1, 10));
  const folded = fold([...many, chartSeries('Vorjahr', 7, 7)], 'Übrige');
  expect(folded.map(({ name }) => name)).toEqual([
    'S4',
    'S5',
    'S6',
    'S7',
    'S8',
    'Übrige',
    'Vorjahr',
  ]);
  expect(folded[5]?.punkte).toEqual([
    { x: '2026-01', y: 1 + 2 + 3 + 4 },
    { x: '2026-02', y: 40 },
  ]);
  expect(fold(many.slice(0, 6), 'Übrige')).toHaveLength(6);
});
test('bars are grouped or stacked; series with different periods share one axis', () => {
  const option = chartOption(
    'stacked',
    [
      chartSeries('A', 1, 2),
      {
        name: 'B',
        punkte: [
          { x: '2026-02', y: 5 },
          { x: '2026-03', y: 6 },
        ],
      },
    ],
    look,
    words,
  );
  expect((option.xAxis as { data: string[] }).data).toEqual(['2026-01', '2026-02', '2026-03']);
  expect(drawn(option).map(({ stack, data }) => [stack, data])).toEqual([
    ['sum', [1, 2, null]],
    ['sum', [null, 5, 6]],
  ]);
  expect(drawn(chartOption('rows', [chartSeries('A', 1)], look, words))[0]?.stack).toBeUndefined();
});
test('a ring folds slices beyond six, and leaves out zeros', () => {
  const ring = drawn(
    chartOption(
      'donut',
      [
        {
          name: 'Umsatz',
          punkte: [9, 8, 7, 6, 5, 4, 3, 0, null].map((y, at) => ({ x: `k${at}`, y })),
        },
      ],
      look,
      words,
    ),
  )[0]?.data as { name: string; value: number }[];
  expect(ring).toHaveLength(6);
  expect(ring.at(-1)).toEqual({ name: 'Übrige', value: 4 + 3 });
});
test('a heat map has one row per series, and no colour for unknown values', () => {
  const option = chartOption(
    'heat',
    [chartSeries('Mo', 1, null), chartSeries('Di', 3, 4)],
    look,
    words,
  );
  const cells = drawn(option)[0]?.data as { value: number[] }[];
  expect(cells.map(({ value }) => value)).toEqual([
    [0, 0, 1],
    [0, 1, 3],
    [1, 1, 4],
  ]);
});
test('a pressed mark maps to its point, also with a shared axis or dropped zeros; an aggregate to none', () => {
  const two = [chartSeries('A', 1, 2), { name: 'B', punkte: [{ x: '2026-02', y: 5 }] }];
  expect(pointAt('bar', two, 1, 1)).toEqual({ name: 'B', x: '2026-02' });
  expect(pointAt('heat', two, 0, 2)).toEqual({ name: 'B', x: '2026-02' });
  const ring = [chartSeries('U', 0, 8, 7, 6, 5, 4, 3, 2)];
  expect([pointAt('donut', ring, 0, 0), pointAt('donut', ring, 0, 5)]).toEqual([
    { name: 'U', x: '2026-02' },
    undefined,
  ]);
  expect(
    pointAt(
      'bar',
      Array.from({ length: 8 }, (_, at) => chartSeries(`S${at}`, at + 1)),
      5,
      0,
    ),
  ).toBeUndefined();
});
test('names at the ends of lines keep apart, and stay in place when there is room', () => {
  expect(apart([chartSeries('a', 100), chartSeries('b', 99), chartSeries('c', 10)])).toEqual([
    0, 12, 0,
  ]);
  expect(apart([chartSeries('a', 50, null), chartSeries('b', 50), chartSeries('c', 50)])).toEqual([
    0, 15, 30,
  ]);
});
test('a number that is wider than its cell of a heat map gets smaller, then leaves it', () => {
  const at = (cell: number) => fitted({ rect: { width: cell }, labelRect: { width: 40 } });
  expect([at(44), at(38).fontSize, at(38).x]).toEqual([{}, 9, undefined]);
  expect(at(30).x).toBeLessThan(-1_000);
});
test('a heat map starts with the background colour of the page', () => {
  expect([isDark('#182121'), isDark('#FFFFFF'), isDark('')]).toEqual([true, false, false]);
});
test('a number on a heat map is black on light shades and white on dark ones, also between two', () => {
  const scale = ['#EEF7F7', '#B1D9DB', '#52A3A9', '#14727A', '#085259'],
    inks = [0, 0.25, 0.5, 0.75, 1].map((share) => inkOn({ ...look, heat: scale }, share));
  expect(inks).toEqual(['#000000', '#000000', '#000000', '#FFFFFF', '#FFFFFF']);
  expect(inkOn({ ...look, heat: scale.toReversed() }, 0)).toBe('#FFFFFF');
  // Between #52A3A9 and #14727A, on either side of the middle.
  expect([0.6, 0.72].map((share) => inkOn({ ...look, heat: scale }, share))).toEqual([
    '#000000',
    '#FFFFFF',
  ]);
  expect(inkOn(look, 0.5)).toBe('text');
});
test('steps say their value and their share of the first step; other bars that lie their value', () => {
  const steps = [
      {
        name: 'anzahl',
        punkte: [
          { x: 'a', y: 50 },
          { x: 'b', y: 20 },
        ],
      },
    ],
    labels = (kind: 'steps' | 'rows'): string[] => {
      const [bars] = drawn(
        chartOption(kind, steps, look, { ...words, share: (share) => `${share * 100} %` }),
      ) as unknown as { label: { formatter: (one: { value: number }) => string } }[];
      return [50, 20].map((value) => bars!.label.formatter({ value }));
    };
  expect(labels('steps')).toEqual(['50', '20 · 40 %']);
  expect(labels('rows')).toEqual(['50', '20']);
});
test('boxes of several series hold their points, carry their data, and small ones are merged into one', () => {
  const many = Array.from({ length: 8 }, (_, at) => ({
      name: `A${at}`,
      punkte: [
        { x: `1${at}`, y: 10 - at },
        { x: 'nichts', y: 0 },
      ],
    })),
    [box] = drawn(chartOption('treemap', many, look, words)),
    data = box?.data as {
      name: string;
      point?: unknown;
      children: { value: number; point: unknown }[];
    }[];
  expect(data.map(({ name }) => name)).toEqual(['A0', 'A1', 'A2', 'A3', 'A4', 'Übrige']);
  expect(data[0]?.children.map(({ value, point }) => [value, point])).toEqual([
    [10, { name: 'A0', x: '10' }],
  ]);
  expect(data.at(-1)?.children.map(({ value }) => value)).toEqual([5, 4, 3]);
  expect([pointOf(data[0]?.children[0]), pointOf(data.at(-1)), pointOf([1, 2])]).toEqual([
    { name: 'A0', x: '10' },
    undefined,
    undefined,
  ]);
  expect(
    drawn(
      chartOption(
        'bar',
        [chartSeries('zehntel', 1, 2), chartSeries('kumuliert', 1, 3)],
        look,
        words,
      ),
    ).map(({ type }) => type),
  ).toEqual(['bar', 'line']);
});
test('points whose comparison was not delivered are hatched, those ahead are not', () => {
  const of = (kind: 'line' | 'rows', ...before: (number | null)[]): Drawn | undefined =>
    drawn(
      chartOption(
        kind,
        [chartSeries('umsatz', 5, 7, 6, null), chartSeries('vorjahr', ...before)],
        look,
        words,
      ),
    ).find(({ name }) => name === 'ohneVergleichsdaten');
  expect(of('line', null, null, 4, null)?.data).toEqual([7, 7, null, null]);
  expect(of('line', null, null, null, null)?.data).toEqual([7, 7, 7, null]);
  // A gap between compared points, and points ahead, have other reasons.
  expect(of('line', 4, null, 4, null)).toBeUndefined();
  expect(of('rows', null, null, 4, null)).toBeUndefined();
});
test('a range is the area between its bounds, whose tooltips show the bounds themselves', () => {
  const [, low, high] = drawn(
    chartOption(
      'line',
      [
        chartSeries('hochrechnung', null, 10),
        chartSeries('von', null, 8),
        chartSeries('bis', null, 13),
      ],
      look,
      words,
    ),
  ) as (Drawn & { tooltip: { valueFormatter: (given: unknown, at: number) => string } })[];
  expect([low?.data, high?.data, low?.stack === high?.stack]).toEqual([[null, 8], [null, 5], true]);
  expect([low, high].map((one) => one?.tooltip.valueFormatter(0, 1))).toEqual([
    'von 8 €',
    'bis 13 €',
  ]);
  // One entry of the legend switches both.
  expect([low?.name, high?.name]).toEqual(['vonBis', 'vonBis']);
});
