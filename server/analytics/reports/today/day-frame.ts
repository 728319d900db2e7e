/** Shared parts of the reports of a day: its selection, its patients, times and names. */
import { UNFILTERED } from '../../../../shared/analytics/reports/report.ts';
import { type Selection, buildSelection, withPeriod } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { isCancelledState } from '../../metrics/walks.ts';
import { type ReportContext, column, idOfRow, patientNameOf } from '../report-kind.ts';

export const clockTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export const selectionOfDay = (k: ReportContext, day = k.a.from): Selection =>
  withPeriod(k.a, day, day);

/**
 * Removes the practitioner from a filter: whether a patient has a plan does not depend on the
 * treating practitioner.
 */
export const withoutFilter = (k: ReportContext): Selection =>
  buildSelection(
    k.a.snapshot,
    {
      ...k.filter,
      ...UNFILTERED,
    },
    k.a.targets,
  );

export const patientColumns = [
  column('patid', 'Patient', 'patient'),
  column('name', 'Name', 'text'),
] as const;

export const person = (k: ReportContext, p: number): { patid: string | null; name: string } => ({
  patid: idOfRow(k.a.snapshot, 'patient', p),
  name: patientNameOf(k.a.snapshot, p),
});

/** Lists the patients of the day, once each, with the minute of their first appointment. */
export function patientsOfDay(k: ReportContext): Map<number, number> {
  const { appointments } = k.a.snapshot,
    found = new Map<number, number>();
  forEachAppointment(selectionOfDay(k), (i) => {
    if (!isCancelledState(appointments.status[i]!) && !found.has(appointments.pat[i]!))
      found.set(appointments.pat[i]!, appointments.minute[i]!);
  });
  return found;
}
