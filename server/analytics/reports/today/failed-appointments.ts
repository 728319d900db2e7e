/** Report of appointments that failed since the day before. */
import { TERMIN_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { withPeriod } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { EMPTY, berlinDay, dayText } from '../../snapshot/calendar.ts';
import { refilledMinutes } from '../../metrics/gaps.ts';
import { isLost } from '../../metrics/walks.ts';
import { type ReportBuilder, type Row, column, entityName, idOfRow } from '../report-kind.ts';
import { clockTime, patientColumns, person } from './day-frame.ts';

export const failedAppointments: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { appointments } = snapshot,
    rows: Row[] = [];
  const tell = (i: number): void => {
    const refilled = refilledMinutes(snapshot, i);
    rows.push({
      id: idOfRow(snapshot, 'termin', appointments.rawRows[i]!),
      tag: dayText(appointments.day[i]!),
      zeit: clockTime(appointments.minute[i]!),
      ...person(k, appointments.pat[i]!),
      terminart: entityName(snapshot, 'terminarten', appointments.terminart[i]!),
      status: TERMIN_STATUS[appointments.status[i]!]!,
      minuten: appointments.dauer[i]!,
      wiederBelegt: refilled > 0 && refilled >= appointments.dauer[i]!,
    });
  };
  // Appointments cancelled since yesterday, whatever their date, and no-shows of yesterday and
  // today.
  forEachAppointment(withPeriod(k.a, k.a.from - 1, k.a.from + 180), (i) => {
    const cancelled = Number.isNaN(appointments.absage[i])
      ? EMPTY
      : berlinDay(appointments.absage[i]!);
    if (
      isLost(appointments.status[i]!) &&
      (appointments.day[i]! <= k.a.from || (cancelled >= k.a.from - 1 && cancelled <= k.a.from))
    )
      tell(i);
  });
  return {
    columns: [
      column('tag', 'Tag', 'tag'),
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('terminart', 'Terminart', 'text'),
      column('status', 'Stand', 'wort'),
      column('minuten', 'Minuten', 'minuten'),
      column('wiederBelegt', 'Wieder belegt', 'janein'),
    ],
    rows,
  };
};
