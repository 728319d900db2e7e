/** Report of the way from service to money over time. */
import { withPeriod } from '../../snapshot/selection.ts';
import { periodsBetween } from '../../snapshot/calendar.ts';
import { type ReportBuilder, type Row, column, figureValue, kpisOf } from '../report-kind.ts';

const OPEN_FIGURES = [
  'offen0bis30',
  'offen31bis60',
  'offen61bis90',
  'offenUeber90',
  'offenKzv',
] as const;

export const billingRun: ReportBuilder = (k) => {
  const rows: Row[] = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung).map((p) => {
    const own = withPeriod(k.a, p.from, p.to);
    return {
      monat: p.name,
      ...Object.fromEntries(
        ['zeitBisRechnung', 'nichtFakturiert', ...OPEN_FIGURES, 'factoringquote', 'dsoPrivat'].map(
          (key) => [key, figureValue(key, own)],
        ),
      ),
    };
  });
  return {
    kpis: kpisOf(
      k,
      'zeitBisRechnung',
      'nichtFakturiert',
      'offenePosten',
      'dso',
      'dsoPrivat',
      'dsoKzv',
      'factoringquote',
      'forderungsausfall',
      'beanstandungsquote',
    ),
    columns: [
      column('monat', 'Zeitraum', 'periode'),
      column('zeitBisRechnung', 'Tage bis zur Rechnung', 'tage'),
      column('nichtFakturiert', 'Nicht fakturiert', 'eur'),
      column('offen0bis30', 'Offen ohne KZV bis 30 Tage', 'eur'),
      column('offen31bis60', '31 bis 60', 'eur'),
      column('offen61bis90', '61 bis 90', 'eur'),
      column('offenUeber90', 'Über 90', 'eur'),
      column('offenKzv', 'Offen bei der KZV', 'eur'),
      column('factoringquote', 'Factoring', 'anteil'),
      column('dsoPrivat', 'Außenstandsdauer ohne KZV', 'tage'),
    ],
    rows,
    series: OPEN_FIGURES.map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: String(z['monat']), y: z[name] as number })),
    })),
  };
};
