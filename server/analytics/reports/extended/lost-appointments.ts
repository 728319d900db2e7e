/** Report of failed appointments by type. */
import { withPeriod } from '../../snapshot/selection.ts';
import { STATUS } from '../../snapshot/snapshot.ts';
import { periodsBetween } from '../../snapshot/calendar.ts';
import { lostCents, refilledMinutes } from '../../metrics/gaps.ts';
import { forEachDue, isShortNotice } from '../../metrics/appointments.ts';
import { rowName } from '../cells/row-name.ts';
import { isLost } from '../../metrics/walks.ts';
import {
  type ReportBuilder,
  column,
  entityName,
  figureValue,
  idOfRow,
  kpisOf,
  ratioOf,
  eur,
} from '../report-kind.ts';

export const lostAppointments: ReportBuilder = (k) => {
  const { appointments } = k.a.snapshot,
    lost: number[] = [],
    rows = new Map<
      number,
      {
        appointments: number;
        cancellations: number;
        shortNotice: number;
        noShow: number;
        minutes: number;
        rest: number;
        cents: number;
      }
    >();
  forEachDue(k.a, (i) => {
    let row = rows.get(appointments.terminart[i]!);
    if (!row)
      rows.set(
        appointments.terminart[i]!,
        (row = {
          appointments: 0,
          cancellations: 0,
          shortNotice: 0,
          noShow: 0,
          minutes: 0,
          rest: 0,
          cents: 0,
        }),
      );
    row.appointments += 1;
    if (!isLost(appointments.status[i]!)) return;
    if (appointments.status[i] === STATUS.ABGESAGT_PATIENT) row.cancellations += 1;
    else row.noShow += 1;
    if (isShortNotice(k.a, i)) row.shortNotice += 1;
    lost.push(i);
    row.minutes += appointments.dauer[i]!;
    row.rest += appointments.dauer[i]! - refilledMinutes(k.a.snapshot, i);
  });
  lostCents(k.a, lost).forEach((cents, at) => {
    rows.get(appointments.terminart[lost[at]!]!)!.cents += cents;
  });
  const lines = [...rows]
    .map(([kind, row]) => ({
      id: idOfRow(k.a.snapshot, 'terminarten', kind),
      // The costs of all types are at one fee per hour, and add up.
      nur: rowName('terminart', idOfRow(k.a.snapshot, 'terminarten', kind) ?? ''),
      terminart: entityName(k.a.snapshot, 'terminarten', kind),
      termine: row.appointments,
      absagen: row.cancellations,
      kurzfristig: row.shortNotice,
      noShow: row.noShow,
      quote: ratioOf(row.cancellations + row.noShow, row.appointments),
      ausfallkosten: eur(row.cents),
      wiederbelegt: ratioOf(row.minutes - row.rest, row.minutes),
    }))
    .sort((x, y) => y.ausfallkosten - x.ausfallkosten || (x.terminart < y.terminart ? -1 : 1));
  const parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung),
    line = (key: string) => ({
      name: key,
      punkte: parts.map((p) => ({ x: p.name, y: figureValue(key, withPeriod(k.a, p.from, p.to)) })),
    });
  return {
    kpis: kpisOf(
      k,
      'ausfallquote',
      'absagequote',
      'kurzfristabsage',
      'noShowQuote',
      'wiederbelegung',
      'ausfallkosten',
      'ohneErgebnis',
    ),
    columns: [
      column('terminart', 'Terminart', 'text'),
      column('termine', 'Fällige Termine', 'zahl'),
      column('absagen', 'Absagen', 'zahl'),
      column('kurzfristig', 'Davon unter 24 Stunden', 'zahl'),
      column('noShow', 'Nicht erschienen', 'zahl'),
      column('quote', 'Ausfallquote', 'anteil'),
      column('ausfallkosten', 'Ausfallkosten', 'eur'),
      column('wiederbelegt', 'Wieder belegt', 'anteil'),
    ],
    rows: lines,
    series: [line('absagequote'), line('noShowQuote')],
  };
};
