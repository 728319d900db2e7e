/** Report of revenue and hours by practitioner. */
import { deltaOf } from '../../../../shared/analytics/reports/report.ts';
import { type Selection, narrowToPractitioner } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { forEachBooking } from '../../snapshot/selection/walk-bookings.ts';
import { hasServices } from '../../snapshot/selection/candidate-rows.ts';
import { selectsEveryRow } from '../../snapshot/selection/matches.ts';
import { STATUS } from '../../snapshot/snapshot.ts';
import { daySums } from '../../metrics/day-sums.ts';
import { KEPT_APPOINTMENTS } from '../../metrics/appointments.ts';
import {
  type ReportBuilder,
  column,
  entityName,
  eur,
  figureValue,
  idOfRow,
  kpisOf,
  ratioOf,
} from '../report-kind.ts';
import { barChart, moneyFigure } from '../report-charts.ts';
import { totalOf } from './revenue-sums.ts';

/** Counts the chosen kept appointments. */
export function keptAppointments(a: Selection): number {
  let count = 0;
  const kept = daySums(a, KEPT_APPOINTMENTS);
  if (!kept)
    KEPT_APPOINTMENTS.walk(a, {
      numerator: () => {
        count += 1;
      },
      denominator: () => undefined,
    });
  return kept?.numerator ?? count;
}

/** Lists the practitioners with a chosen service or kept appointment, by name. */
export function practitionerIn(a: Selection): number[] {
  const { services, appointments, rawRows } = a.snapshot,
    seen = new Uint8Array(rawRows.tables.behandler.count);
  if (selectsEveryRow(a) && a.filter.basis === 'leistung') {
    for (let b = 0; b < seen.length; b += 1) {
      const own = narrowToPractitioner(a, b);
      if (hasServices(own) || keptAppointments(own) > 0) seen[b] = 1;
    }
  } else
    forEachBooking(a, (i) => {
      if (services.behandler[i]! >= 0) seen[services.behandler[i]!] = 1;
    });
  if (!selectsEveryRow(a) || a.filter.basis !== 'leistung')
    forEachAppointment(a, (i) => {
      if (appointments.behandler[i]! >= 0 && appointments.status[i] === STATUS.WAHRGENOMMEN)
        seen[appointments.behandler[i]!] = 1;
    });
  return [...seen.keys()]
    .filter((at) => seen[at] === 1)
    .sort((x, y) =>
      entityName(a.snapshot, 'behandler', x).localeCompare(
        entityName(a.snapshot, 'behandler', y),
        'de',
      ),
    );
}

export const practitionerRevenue: ReportBuilder = (k) => {
  const all = totalOf(k.a),
    rows = practitionerIn(k.a).map((at) => {
      const own = narrowToPractitioner(k.a, at),
        sum = totalOf(own),
        hours = figureValue('behandlungsstunden', own) ?? 0,
        then = k.previous && totalOf(narrowToPractitioner(k.previous, at));
      return {
        id: idOfRow(k.a.snapshot, 'behandler', at),
        behandler: entityName(k.a.snapshot, 'behandler', at),
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
        anteil: ratioOf(sum.umsatz, all.umsatz),
        stunden: hours,
        proStunde: ratioOf(sum.honorar / 100, hours, 2),
        delta: then && deltaOf(sum[moneyFigure(k)], then[moneyFigure(k)]),
      };
    });
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz', 'umsatzJeBehandler', 'stundensatz'),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('stunden', 'Stunden', 'stunden'),
      column('proStunde', 'Honorar je Stunde', 'eur'),
      column('delta', 'Veränderung', 'anteil'),
    ],
    rows,
    series: [barChart(moneyFigure(k), rows, 'behandler', moneyFigure(k))],
  };
};
