/** Report of output per hour by practitioner. */
import { narrowToPractitioner } from '../../snapshot/selection.ts';
import {
  type ReportBuilder,
  column,
  entityName,
  eur,
  figureValue,
  idOfRow,
  kpisOf,
  rounded,
} from '../report-kind.ts';
import { keptAppointments, practitionerIn } from '../revenue/practitioner-revenue.ts';
import { totalOf } from '../revenue/revenue-sums.ts';

export const practitionerOutput: ReportBuilder = (k) => {
  const rows = practitionerIn(k.a).map((at) => {
    const own = narrowToPractitioner(k.a, at),
      sum = totalOf(own),
      gkv = figureValue('anteilGkv', own);
    const appointments = keptAppointments(own);
    return {
      id: idOfRow(k.a.snapshot, 'behandler', at),
      behandler: entityName(k.a.snapshot, 'behandler', at),
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
    series: [
      {
        name: 'honorarProStunde',
        punkte: rows.map((z) => ({ x: z.behandler, y: z.honorarProStunde })),
      },
    ],
  };
};
