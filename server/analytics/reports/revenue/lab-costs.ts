/** Report of laboratory costs over time. */
import { withPeriod } from '../../snapshot/selection.ts';
import { periodsBetween } from '../../snapshot/calendar.ts';
import { type ReportBuilder, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { barChart } from '../report-charts.ts';
import { totalOf } from './revenue-sums.ts';

export const labCosts: ReportBuilder = (k) => {
  const parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung),
    rows = parts.map((p) => {
      const sum = totalOf(withPeriod(k.a, p.from, p.to));
      return {
        periode: p.name,
        eigenlabor: eur(sum.eigen),
        fremdlabor: eur(sum.fremd),
        anteil: ratioOf(sum.eigen + sum.fremd, sum.umsatz),
      };
    });
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('eigenlabor', 'Eigenes Labor', 'eur'),
      column('fremdlabor', 'Fremdes Labor', 'eur'),
      column('anteil', 'Anteil am Umsatz', 'anteil'),
    ],
    rows,
    series: [
      barChart('eigenlabor', rows, 'periode', 'eigenlabor'),
      barChart('fremdlabor', rows, 'periode', 'fremdlabor'),
    ],
  };
};
