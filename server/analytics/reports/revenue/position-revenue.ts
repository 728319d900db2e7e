/** Report of revenue by position. */
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { type ReportBuilder, column, eur, kpisOf } from '../report-kind.ts';
import { positionText, positionsOf } from '../positions.ts';
import { rowName } from '../cells/row-name.ts';
import { sumsBy } from './revenue-sums.ts';

export const positionRevenue: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    places = positionsOf(k.a.snapshot),
    sums = sumsBy(k.a, places.ofService);
  const rows = [...sums]
    .map(([at, sum]) => {
      const word = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
        position = services.positionNumbers.words[places.nr[at]!] ?? '';
      return {
        system: word,
        nr: position,
        nur: rowName('position', `${word} ${position}`),
        text: positionText(k.a.snapshot, word, position),
        anzahl: Math.round(sum.anzahl * 100) / 100,
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
      };
    })
    .sort((x, y) => y.honorar - x.honorar || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
    columns: [
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
    ],
    rows,
  };
};
