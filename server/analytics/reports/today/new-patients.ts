/** Report of the new patients of a day. */
import { EMPTY, ageOn } from '../../snapshot/calendar.ts';
import { type ReportBuilder, type Row, column } from '../report-kind.ts';
import { clockTime, patientColumns, patientsOfDay, person } from './day-frame.ts';

export const newPatients: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { visits } = snapshot,
    p0 = snapshot.rawRows.tables.patient,
    rows: Row[] = [];
  for (const [p, minute] of patientsOfDay(k)) {
    const first = visits.from[p]! < visits.from[p + 1]! ? visits.day[visits.from[p]!]! : Infinity,
      firstSeen = p0.columns['erstbesuch']![p]!;
    if (first >= k.a.from && (firstSeen === EMPTY || firstSeen >= k.a.from))
      rows.push({
        zeit: clockTime(minute),
        ...person(k, p),
        quelle: p0.text('quelle', p),
        alter:
          p0.columns['geburtsdatum']![p] === EMPTY
            ? null
            : ageOn(p0.columns['geburtsdatum']![p]!, k.a.from),
      });
  }
  return {
    columns: [
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('quelle', 'Woher', 'text'),
      column('alter', 'Alter', 'zahl'),
    ],
    rows,
  };
};
