// Selects which series of a report its chart draws, and their order. Pure.

import type { PracticeReport, ChartSeries } from '../../../../shared/analytics/reports/report.ts';
import { compareCells } from '../../../report-kit/table/compare-cells.ts';
import type { ReportView } from '../report-list.ts';

/**
 * Selects the series to draw: those of one unit only, where the report has several; bars next to
 * the table keep the table's initial order.
 */
export function drawn(
  { serien, zeilen, spalten }: Pick<PracticeReport, 'serien' | 'zeilen' | 'spalten'>,
  { draws, chart, sort }: Pick<ReportView, 'draws' | 'chart' | 'sort'>,
): readonly ChartSeries[] {
  const own = draws === undefined ? serien : serien.filter(({ name }) => draws.includes(name)),
    first = spalten[0]?.key;
  if (chart !== 'rows' || sort === undefined || first === undefined) return own;
  const rows = [...zeilen].sort(
      (a, b) => compareCells(a[sort.key], b[sort.key]) * (sort.isDown ? -1 : 1),
    ),
    places = new Map(rows.map((row, at) => [String(row[first]), at]));
  const place = (x: string): number => places.get(x) ?? rows.length;
  return own.map((chartSeries) => ({
    ...chartSeries,
    punkte: [...chartSeries.punkte].sort((a, b) => place(a.x) - place(b.x)),
  }));
}
