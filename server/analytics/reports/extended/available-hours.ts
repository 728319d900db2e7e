/** Report of available, scheduled and completed hours, and fees per available hour. */
import { dayText } from '../../snapshot/calendar.ts';
import { withPeriod } from '../../snapshot/selection.ts';
import { figureResult } from '../../metrics/compute.ts';
import {
  column,
  eur,
  figureColumn,
  figureValue,
  kpisOf,
  ratioOf,
  type ReportBuilder,
} from '../report-kind.ts';
import { practitionerRows, restHints } from '../revenue/practitioner-revenue.ts';
import { totalOf } from '../revenue/revenue-sums.ts';

const hoursOf = (minutes: number | null): number | null =>
  minutes === null ? null : ratioOf(minutes, 60, 4);

/**
 * Reports by practitioner what became of the available hours. All columns end yesterday, since the
 * appointments of today are not closed.
 */
export const availableHours: ReportBuilder = (k) => {
  const { today } = k.a.snapshot,
    last = Math.min(k.a.to, today - 1);
  const rows =
    last < k.a.from
      ? []
      : practitionerRows(k).map(({ id, behandler, own }) => {
          const until = withPeriod(own, own.from, last),
            scheduled = figureResult('auslastung', until),
            completed = figureResult('auslastungErbracht', until),
            available = hoursOf(completed.denominator),
            fees = eur(totalOf(until).honorar);
          return {
            id,
            behandler,
            eigenTage: `${dayText(k.a.from)}|${dayText(last)}`,
            verfuegbar: available,
            vergeben: hoursOf(scheduled.numerator),
            wahrgenommen: hoursOf(completed.numerator),
            auslastung: scheduled.value,
            auslastungErbracht: completed.value,
            honorar: fees,
            jeVerfuegbar: available === null ? null : ratioOf(fees, available, 2),
            stundensatz: figureValue('stundensatz', until),
          };
        });
  return {
    kpis: kpisOf(k, 'auslastung', 'auslastungErbracht', 'stundensatz'),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('verfuegbar', 'Verfügbare Stunden', 'stunden'),
      column('vergeben', 'Vergebene Stunden', 'stunden'),
      column('wahrgenommen', 'Wahrgenommene Stunden', 'stunden'),
      figureColumn('auslastung'),
      figureColumn('auslastungErbracht'),
      column('honorar', 'Honorar', 'eur'),
      column('jeVerfuegbar', 'Honorar je verfügbare Stunde', 'eur'),
      figureColumn('stundensatz'),
    ],
    rows,
    series: (['verfuegbar', 'vergeben', 'wahrgenommen'] as const).map((name) => ({
      name,
      punkte: rows.map((row) => ({ x: row.behandler, y: row[name] })),
    })),
    hints: ['stundenBisGestern', ...restHints(rows)],
  };
};
