/** Report of appointments kept without service or note. */
import { withPeriod } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { STATUS } from '../../snapshot/snapshot.ts';
import { EMPTY, dayText } from '../../snapshot/calendar.ts';
import { type ReportBuilder, type Row, column, entityName, idOfRow } from '../report-kind.ts';
import { clockTime, patientColumns, person, selectionOfDay } from './day-frame.ts';

/**
 * Reports the kept appointments of the last day that had any, without a service or without a note
 * of that day.
 */
export const unbilledReport: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { appointments, visits } = snapshot,
    notes = new Set<string>(),
    n = snapshot.rawRows.tables.tagesnotiz,
    rows: Row[] = [];
  let day = EMPTY;
  forEachAppointment(withPeriod(k.a, k.a.from - 14, k.a.from - 1), (i) => {
    if (appointments.status[i] === STATUS.WAHRGENOMMEN) day = Math.max(day, appointments.day[i]!);
  });
  if (day !== EMPTY) {
    for (let at = 0; at < n.count; at += 1)
      if (n.rowState[at] === 1 && n.columns['datum']![at] === day && n.columns['patid']![at]! >= 0)
        notes.add(String(snapshot.mergedInto[n.columns['patid']![at]!]));
    forEachAppointment(selectionOfDay(k, day), (i) => {
      if (appointments.status[i] !== STATUS.WAHRGENOMMEN) return;
      const without = appointments.visit[i]! < 0 || visits.hasService[appointments.visit[i]!] === 0,
        noNote = !notes.has(String(appointments.pat[i]));
      if (without || noNote)
        rows.push({
          id: idOfRow(snapshot, 'termin', appointments.rawRows[i]!),
          tag: dayText(day),
          zeit: clockTime(appointments.minute[i]!),
          ...person(k, appointments.pat[i]!),
          terminart: entityName(snapshot, 'terminarten', appointments.terminart[i]!),
          behandler: entityName(snapshot, 'behandler', appointments.behandler[i]!),
          ohneLeistung: without,
          ohneEintrag: noNote,
        });
    });
  }
  return {
    columns: [
      column('tag', 'Tag', 'tag'),
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('terminart', 'Terminart', 'text'),
      column('behandler', 'Behandler', 'text'),
      column('ohneLeistung', 'Ohne Leistung', 'janein'),
      column('ohneEintrag', 'Ohne Eintrag', 'janein'),
    ],
    rows,
  };
};
