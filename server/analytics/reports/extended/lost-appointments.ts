/** Report of failed appointments by type. */
import { withPeriod } from '../../snapshot/selection.ts';
import { STATUS } from '../../snapshot/snapshot.ts';
import { periodsBetween } from '../../snapshot/calendar.ts';
import { refilledMinutes } from '../../metrics/gaps.ts';
import { forEachDue, isShortNotice } from '../../metrics/appointments.ts';
import { isLost } from '../../metrics/walks.ts';
import {
  type ReportBuilder,
  column,
  entityName,
  figureValue,
  idOfRow,
  kpisOf,
  ratioOf,
  rounded,
} from '../report-kind.ts';

export const lostAppointments: ReportBuilder = (k) => {
  const { appointments } = k.a.snapshot,
    rate = figureValue('stundensatz', k.a) ?? 0,
    rows = new Map<
      number,
      {
        appointments: number;
        cancellations: number;
        shortNotice: number;
        noShow: number;
        minutes: number;
        rest: number;
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
        }),
      );
    row.appointments += 1;
    if (!isLost(appointments.status[i]!)) return;
    if (appointments.status[i] === STATUS.ABGESAGT_PATIENT) row.cancellations += 1;
    else row.noShow += 1;
    if (isShortNotice(k.a, i)) row.shortNotice += 1;
    row.minutes += appointments.dauer[i]!;
    row.rest += appointments.dauer[i]! - refilledMinutes(k.a.snapshot, i);
  });
  const lines = [...rows]
    .map(([kind, row]) => ({
      id: idOfRow(k.a.snapshot, 'terminarten', kind),
      terminart: entityName(k.a.snapshot, 'terminarten', kind),
      termine: row.appointments,
      absagen: row.cancellations,
      kurzfristig: row.shortNotice,
      noShow: row.noShow,
      quote: ratioOf(row.cancellations + row.noShow, row.appointments),
      ausfallkosten: rounded((row.rest / 60) * rate, 2),
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
