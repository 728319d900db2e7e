/** Report of revenue by area. */
import { SERVICE_AREAS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { withPeriod } from '../../snapshot/selection.ts';
import { BEREICH } from '../../snapshot/snapshot.ts';
import { periodsBetween } from '../../snapshot/calendar.ts';
import { type ReportBuilder, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { moneyFigure } from '../report-charts.ts';
import { sumsPer, totalOf } from './revenue-sums.ts';

export const areaRevenue: ReportBuilder = (k) => {
  const sums = sumsPer(k.a, 'bereich'),
    all = totalOf(k.a),
    parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung);
  const rows = [...sums]
    .map(([at, sum]) => ({
      bereich: SERVICE_AREAS[at] ?? 'SONSTIGE',
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
      anteil: ratioOf(sum[moneyFigure(k)], all[moneyFigure(k)]),
    }))
    .sort((x, y) => y[moneyFigure(k)] - x[moneyFigure(k)]);
  const each = parts.map((p) => sumsPer(withPeriod(k.a, p.from, p.to), 'bereich'));
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
    columns: [
      column('bereich', 'Bereich', 'wort'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
    ],
    rows,
    series: rows.map((z) => ({
      name: z.bereich,
      punkte: parts.map((p, at) => ({
        x: p.name,
        y: eur(each[at]!.get(BEREICH[z.bereich])?.[moneyFigure(k)] ?? 0),
      })),
    })),
  };
};
