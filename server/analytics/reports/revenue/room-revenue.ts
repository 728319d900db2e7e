/** Report of revenue and open hours by room. */
import { forEachHours } from '../../snapshot/selection/walk-appointments.ts';
import {
  type ReportBuilder,
  column,
  entityName,
  eur,
  idOfRow,
  kpisOf,
  ratioOf,
} from '../report-kind.ts';
import { barChart, moneyFigure } from '../report-charts.ts';
import { UNASSIGNED } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { isKnown } from '../../snapshot/unassigned.ts';
import { addSums, null0, type Sum, sumsPer } from './revenue-sums.ts';

export const roomRevenue: ReportBuilder = (k) => {
  const { workingHours } = k.a.snapshot,
    sums = new Map<number, Sum>(),
    known = (at: number): number => (isKnown(k.a.snapshot, 'zimmer', at) ? at : -1),
    minutes = new Map<number, number>();
  for (const [at, sum] of sumsPer(k.a, 'zimmer'))
    sums.set(known(at), addSums(sums.get(known(at)) ?? null0(), sum));
  forEachHours(k.a, (i) => {
    if (workingHours.zimmer[i]! < 0) return;
    const at = known(workingHours.zimmer[i]!);
    minutes.set(at, (minutes.get(at) ?? 0) + workingHours.roomMinutes[i]!);
  });
  const rows = [...new Set([...sums.keys(), ...minutes.keys()])]
    .map((at) => {
      const sum = sums.get(at) ?? null0(),
        hours = (minutes.get(at) ?? 0) / 60;
      return {
        id: at < 0 ? UNASSIGNED : idOfRow(k.a.snapshot, 'zimmer', at),
        zimmer: at < 0 ? 'ohne Zimmer' : entityName(k.a.snapshot, 'zimmer', at),
        umsatz: eur(sum[moneyFigure(k)]),
        stunden: Math.round(hours * 100) / 100,
        proStunde: ratioOf(sum[moneyFigure(k)] / 100, hours, 2),
      };
    })
    .sort((x, y) => x.zimmer.localeCompare(y.zimmer, 'de'));
  return {
    kpis: kpisOf(k, 'umsatz', 'umsatzJeZimmerstunde', 'stuhlauslastung'),
    columns: [
      column('zimmer', 'Zimmer', 'text'),
      column('umsatz', moneyFigure(k) === 'honorar' ? 'Honorar' : 'Umsatz', 'eur'),
      column('stunden', 'Offene Stunden', 'stunden'),
      column(
        'proStunde',
        moneyFigure(k) === 'honorar' ? 'Honorar je Stunde' : 'Umsatz je Stunde',
        'eur',
      ),
    ],
    rows,
    series: [barChart('umsatz', rows, 'zimmer', 'umsatz')],
  };
};
