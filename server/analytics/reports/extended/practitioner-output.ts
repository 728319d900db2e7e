/** Report of output per hour by practitioner. */
import { type ReportBuilder, column, eur, figureValue, kpisOf, rounded } from '../report-kind.ts';
import { keptAppointments, practitionerRows, restHints } from '../revenue/practitioner-revenue.ts';
import { totalOf } from '../revenue/revenue-sums.ts';

export const practitionerOutput: ReportBuilder = (k) => {
  const rows = practitionerRows(k).map(({ id, behandler, own }) => {
    const sum = totalOf(own),
      gkv = figureValue('anteilGkv', own);
    const appointments = keptAppointments(own);
    return {
      id,
      behandler,
      stunden: figureValue('behandlungsstunden', own),
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
      honorarProStunde: figureValue('stundensatz', own),
      termine: appointments,
      umsatzProTermin: figureValue('umsatzJeTermin', own),
      anteilPrivat: gkv === null ? null : rounded(1 - gkv, 6),
      ausfallquote: figureValue('ausfallquote', own),
    };
  });
  return {
    kpis: kpisOf(k, 'stundensatz', 'behandlungsstunden', 'umsatzJeTermin', 'ausfallquote'),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('stunden', 'Stunden', 'stunden'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('honorarProStunde', 'Honorar je Stunde', 'eur'),
      column('termine', 'Termine', 'zahl'),
      column('umsatzProTermin', 'Umsatz je Termin', 'eur'),
      column('anteilPrivat', 'Anteil privat', 'anteil'),
      column('ausfallquote', 'Ausfallquote', 'anteil'),
    ],
    rows,
    hints: restHints(rows),
    series: [
      {
        name: 'honorarProStunde',
        punkte: rows.map((z) => ({ x: z.behandler, y: z.honorarProStunde })),
      },
    ],
  };
};
