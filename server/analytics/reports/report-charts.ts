/**
 * Parts of a report that several revenue reports share: the asked figure, and a bar chart of its
 * rows.
 */
import type { ReportContext, Row } from './report-kind.ts';

/** Returns the amount selected by the filter: fees, or everything. */
export const moneyFigure = (k: ReportContext): 'honorar' | 'umsatz' => k.filter.kennzahl;

export const barChart = (name: string, rows: readonly Row[], x: string, y: string) => ({
  name,
  punkte: rows.map((z) => ({
    x: String(z[x] ?? '–'),
    y: typeof z[y] === 'number' ? z[y] : null,
  })),
});
