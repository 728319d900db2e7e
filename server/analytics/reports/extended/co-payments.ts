/** Report of Mehrkosten agreed and possible. */
import type { Definition } from '../../metrics/sink.ts';
import { type ReportBuilder, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { CO_PAYMENTS } from './co-payment-rows.ts';

/**
 * Reports the opportunities for Mehrkosten agreements with patients of the statutory insurance, and
 * how often they are used.
 */
export const coPayments: ReportBuilder = (k) => {
  const sumOf = (walk: Definition): number => {
    let sum = 0;
    walk(k.a, {
      numerator: (_entity, _at, value) => {
        sum += value;
      },
      denominator: () => undefined,
    });
    return sum;
  };
  const rows = Object.entries(CO_PAYMENTS).map(([area, of]) => {
    const possible = sumOf(of.possible),
      count = sumOf(of.agreed),
      cents = sumOf(of.revenue);
    return {
      bereich: area,
      moeglich: possible,
      vereinbart: count,
      quote: ratioOf(count, possible),
      erloes: eur(cents),
      offenesPotenzial: count === 0 ? null : eur((cents / count) * Math.max(0, possible - count)),
    };
  });
  return {
    kpis: kpisOf(k, 'mehrkostenquote', 'gkvAmPrivatumsatz', 'pzrQuote'),
    columns: [
      column('bereich', 'Bereich', 'wort'),
      column('moeglich', 'Möglich', 'zahl'),
      column('vereinbart', 'Vereinbart', 'zahl'),
      column('quote', 'Anteil', 'anteil'),
      column('erloes', 'Erlös', 'eur'),
      column('offenesPotenzial', 'Noch möglich', 'eur'),
    ],
    rows,
    series: [{ name: 'quote', punkte: rows.map((z) => ({ x: z.bereich, y: z.quote })) }],
  };
};
