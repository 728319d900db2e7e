// The title of a report's chart: measure, grain and span of what it draws. Pure.

import { formatDay, formatPeriod } from '../../../../shared/analytics/reports/report-format.ts';
import type {
  ChartSeries,
  Grouping,
  PracticeReport,
  PracticeReportFilter,
} from '../../../../shared/analytics/reports/report.ts';
import { daysOf } from '../narrow.ts';

const GRAINS: readonly (readonly [Grouping, RegExp])[] = [
  ['TAG', /^\d{4}-\d{2}-\d{2}$/],
  ['WOCHE', /^\d{4}-W\d{2}$/],
  ['MONAT', /^\d{4}-\d{2}$/],
  ['QUARTAL', /^\d{4}-Q[1-4]$/],
  ['JAHR', /^\d{4}$/],
];

/**
 * Returns the unit of time on the axis; undefined where it holds something else. Numbers of positions
 * look like years: these count only where years were asked for.
 */
export function grainOf(
  series: readonly ChartSeries[],
  { gruppierung }: Pick<PracticeReportFilter, 'gruppierung'>,
): Grouping | undefined {
  const [first] = series[0]?.punkte ?? [],
    found = GRAINS.find(([, form]) => form.test(first?.x ?? ''))?.[0];
  return found === 'JAHR' && gruppierung !== 'JAHR' ? undefined : found;
}

/** Checks whether a period on the axis was counted in part only: cut by the span, or still running. */
export function isPart(
  x: string,
  { filter, datenBis }: Pick<PracticeReport['meta'], 'filter' | 'datenBis'>,
): boolean {
  const days = grainOf([{ name: '', punkte: [{ x, y: null }] }], filter) && daysOf(x);
  if (!days || days.von > filter.bis || days.bis < filter.von) return false;
  const end = datenBis !== null && datenBis < filter.bis ? datenBis : filter.bis;
  return days.von < filter.von || (days.bis > end && days.von <= end);
}

/** Returns the span in words: the periods on the axis, else the days of the filter. */
export function spanText(
  series: readonly ChartSeries[],
  filter: Pick<PracticeReportFilter, 'von' | 'bis' | 'gruppierung'>,
  language: string,
): string {
  const points = series[0]?.punkte ?? [],
    [from, to] =
      grainOf(series, filter) === undefined
        ? [formatDay(filter.von, language), formatDay(filter.bis, language)]
        : [points[0], points.at(-1)].map((one) => formatPeriod(one?.x ?? '', language));
  return from === to ? (from ?? '') : `${from ?? ''} – ${to ?? ''}`;
}
