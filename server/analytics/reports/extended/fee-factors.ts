/** Report of GOZ factors by position. */
import { forEachServiceIn } from '../../snapshot/selection/walk-services.ts';
import { servicesWithFactor, singleRateFee } from '../../metrics/money.ts';
import { type ReportBuilder, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { rowName } from '../cells/row-name.ts';
import { positionText } from '../positions.ts';

export const feeFactors: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    rows = new Map<
      number,
      { n: number; base: number; weighted: number; above: number; without: number; rest: number }
    >(),
    histogram = new Map<number, number>();
  forEachServiceIn(k.a, servicesWithFactor(k.a.snapshot), (i) => {
    const factor = services.faktor[i]!,
      base = singleRateFee(services.punkte[i]!, services.menge[i]!, services.honorar[i]!, factor);
    let row = rows.get(services.nr[i]!);
    if (!row)
      rows.set(
        services.nr[i]!,
        (row = { n: 0, base: 0, weighted: 0, above: 0, without: 0, rest: 0 }),
      );
    row.n += 1;
    row.base += base;
    row.weighted += (base * factor) / 100;
    if (factor > 230) {
      row.above += 1;
      if (services.hasReason[i] === 0) row.without += 1;
    }
    if (factor < 350) row.rest += (base * (350 - factor)) / 100;
    histogram.set(factor, (histogram.get(factor) ?? 0) + 1);
  });
  const lines = [...rows]
    .map(([nr, row]) => ({
      nr: services.positionNumbers.words[nr] ?? '',
      nur: rowName('position', `GOZ ${services.positionNumbers.words[nr] ?? ''}`),
      text: positionText(k.a.snapshot, 'GOZ', services.positionNumbers.words[nr] ?? ''),
      anzahl: row.n,
      mittlererFaktor: ratioOf(row.weighted, row.base, 3),
      ueber23: ratioOf(row.above, row.n),
      ohneBegruendung: row.without,
      potenzialBis35: eur(row.rest),
    }))
    .sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'mittlererFaktor', 'faktorUeber23'),
    columns: [
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('mittlererFaktor', 'Mittlerer Faktor', 'faktor'),
      column('ueber23', 'Über 2,3', 'anteil'),
      column('ohneBegruendung', 'Über 2,3 ohne Begründung', 'zahl'),
      column('potenzialBis35', 'Abstand zu Faktor 3,5', 'eur'),
    ],
    rows: lines,
    series: [
      {
        name: 'faktor',
        punkte: [...histogram]
          .sort(([x], [y]) => x - y)
          .map(([factor, y]) => ({ x: (factor / 100).toFixed(2), y })),
      },
    ],
  };
};
