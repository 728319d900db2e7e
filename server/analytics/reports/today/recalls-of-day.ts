/** Report of patients of a day without a next appointment, and recalls of the week. */
import { dayText } from '../../snapshot/calendar.ts';
import { forEachOpenRecall, forEachToSchedule } from '../../metrics/recalls.ts';
import { nextAppointment } from '../../metrics/walks.ts';
import { type ReportBuilder, type Row, column } from '../report-kind.ts';
import { clockTime, patientColumns, patientsOfDay, person, withoutFilter } from './day-frame.ts';

export const recallsOfDay: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    today = patientsOfDay(k),
    isToday = new Uint8Array(snapshot.rawRows.tables.patient.count),
    recalls = new Map<number, { at: number; due: number }>(),
    rows: Row[] = [],
    text = (at: number): string => snapshot.rawRows.tables.recall.text('art', at);
  for (const p of today.keys()) if (p >= 0) isToday[p] = 1;
  // The earliest first.
  forEachOpenRecall(withoutFilter(k), (at, p, due) => {
    if (isToday[p] === 1 && !recalls.has(p)) recalls.set(p, { at, due });
  });
  for (const [p, minute] of today)
    if (nextAppointment(snapshot, p, k.a.from + 1) < 0) {
      const next = recalls.get(p);
      rows.push({
        grund: 'HEUTE_OHNE_FOLGETERMIN',
        zeit: clockTime(minute),
        ...person(k, p),
        art: next ? text(next.at) : '',
        faelligAm: next ? dayText(next.due) : null,
      });
    }
  forEachToSchedule(
    withoutFilter(k),
    (at, p, due) => {
      if (isToday[p] === 0)
        rows.push({
          grund: 'FAELLIG',
          zeit: null,
          ...person(k, p),
          art: text(at),
          faelligAm: dayText(due),
        });
    },
    k.a.from,
    k.a.from + 6,
    k.a.from,
  );
  return {
    columns: [
      column('grund', 'Warum', 'wort'),
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('art', 'Recall', 'wort'),
      column('faelligAm', 'Fällig', 'tag'),
    ],
    rows,
  };
};
