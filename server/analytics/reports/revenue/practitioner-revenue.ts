/** Report of revenue and hours by practitioner. */
import { deltaOf } from '../../../../shared/analytics/reports/report.ts';
import { UNASSIGNED } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { isKnown } from '../../snapshot/unassigned.ts';
import {
  buildSelection,
  narrowToPractitioner,
  type Selection,
  withPeriod,
} from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { forEachBooking } from '../../snapshot/selection/walk-bookings.ts';
import { hasServices } from '../../snapshot/selection/candidate-rows.ts';
import { selectsEveryRow } from '../../snapshot/selection/matches.ts';
import { STATUS } from '../../snapshot/snapshot.ts';
import { daySums } from '../../metrics/day-sums.ts';
import { KEPT_APPOINTMENTS } from '../../metrics/appointments.ts';
import {
  type ReportBuilder,
  type ReportContext,
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

/**
 * Returns the selection of the rows without a known practitioner; undefined where the filter
 * excludes them.
 */
export function withoutPractitioner(a: Selection): Selection | undefined {
  const { behandler, teams } = a.filter;
  if (teams.length > 0 || (behandler.length > 0 && !behandler.includes(UNASSIGNED)))
    return undefined;
  const filter = { ...a.filter, behandler: [UNASSIGNED] };
  return withPeriod({ ...a, ...buildSelection(a.snapshot, filter) }, a.from, a.to);
}
/** A row of a table by practitioner. */
interface PractitionerRow {
  readonly id: string | null;
  readonly behandler: string;
  readonly own: Selection;
  readonly earlier: Selection | null;
}
/**
 * Returns the rows of a table by practitioner: each known one, and at the end the rows without a
 * known one where there are any, so that the table adds up to the practice.
 */
export function practitionerRows({ a, previous }: ReportContext): PractitionerRow[] {
  const rows = practitionerIn(a)
      .filter((at) => isKnown(a.snapshot, 'behandler', at))
      .map((at): PractitionerRow => ({
        id: idOfRow(a.snapshot, 'behandler', at),
        behandler: entityName(a.snapshot, 'behandler', at),
        own: narrowToPractitioner(a, at),
        earlier: previous && narrowToPractitioner(previous, at),
      })),
    rest = withoutPractitioner(a);
  if (!rest || (totalOf(rest).anzahl === 0 && keptAppointments(rest) === 0)) return rows;
  const earlier = (previous && withoutPractitioner(previous)) ?? null;
  return [...rows, { id: UNASSIGNED, behandler: '–', own: rest, earlier }];
}

/** Explains the row of what belongs to no known practitioner. */
export const restHints = (rows: readonly { readonly id: string | null }[]): string[] =>
  rows.some(({ id }) => id === UNASSIGNED) ? ['uebrigeZeile'] : [];

export const practitionerRevenue: ReportBuilder = (k) => {
  const all = totalOf(k.a),
    rows = practitionerRows(k).map((row) => {
      const { id, behandler, own } = row,
        sum = totalOf(own),
        hours = figureValue('behandlungsstunden', own) ?? 0,
        then = row.earlier && totalOf(row.earlier);
      return {
        id,
        behandler,
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
    hints: restHints(rows),
  };
};
