// Brings a task back that the database forgot with a restore: Mappe, patient and task as the server itself had made them, on the tablet that finished it.

import type { Work } from '../work.ts';
import type { TaskOrigin } from './origin.ts';
import { findMappe, findPatient, findTask, insertMappe, insertTasks, type PatientRow, type TaskRow } from './store.ts';

/** Takes a patient in again who was entered after the backup (server/patient). */
export type TakeInPatient = (w: Work, patient: TaskOrigin['patient']) => Promise<void>;

const isSamePerson = (a: Pick<PatientRow, 'lastName' | 'geburtsdatum'>, b: Pick<PatientRow, 'lastName' | 'geburtsdatum'>): boolean => a.lastName === b.lastName && a.geburtsdatum === b.geburtsdatum;

/**
 * The task as it was on the tablet, ready to take its result; undefined where the number now belongs to somebody else.
 * @param tabletId who hands it back
 */
export async function restoreTask(w: Work, takeIn: TakeInPatient, tabletId: string, { task, mappe, patient }: TaskOrigin): Promise<TaskRow | undefined> {
  const here = await findPatient(w, patient.patid);
  if (here && !isSamePerson(here, patient)) return undefined;
  if (!here) await takeIn(w, patient);
  if (!(await findMappe(w, mappe.id))) {
    await insertMappe(w, { ...mappe, tabletId, paperCopyWishedAt: null, paperCopyDoneAt: null, wrongPersonAt: null });
    await w.job('close-mappen', `close:${mappe.id}`, { mappeId: mappe.id }, Math.max(w.now, mappe.closesAt));
  }
  await insertTasks(w, [{
    ...task, mappeId: mappe.id, state: 'assigned', stateAt: w.now, page: 0, of: 0, attention: null, startedAt: null, submittedAt: null, filedAt: null, filedBy: null, export: 'none',
  }]);
  await w.audit('task.restored', { taskId: task.taskId, mappeId: mappe.id, tabletId }, task.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return findTask(w, task.taskId);
}
