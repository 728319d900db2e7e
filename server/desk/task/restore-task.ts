// Restores a task that the database lost, or has only in an older state, after a restore: Mappe,
// patient and task as the server itself had created them, on the tablet that finished it.

import type { TaskState } from '../../../shared/desk/task.ts';
import type { Work } from '../../platform/work.ts';
import type { TabletSide } from './links.ts';
import type { TaskOrigin } from './origin.ts';
import { followTask } from './place-mappe.ts';
import {
  changeTask,
  findMappe,
  findPatient,
  findTask,
  insertMappe,
  insertTasks,
  type PatientRow,
  type TaskRow,
} from './store.ts';

/** Adds a patient again who was entered after the backup (server/desk/patient). */
export type TakeInPatient = (w: Work, patient: TaskOrigin['patient']) => Promise<void>;

const isSamePerson = (
  a: Pick<PatientRow, 'lastName' | 'geburtsdatum'>,
  b: Pick<PatientRow, 'lastName' | 'geburtsdatum'>,
): boolean => a.lastName === b.lastName && a.geburtsdatum === b.geburtsdatum;

/**
 * Returns the task in its state on the tablet, ready to take its result; undefined when the number
 * belongs to another person meanwhile.
 * @param tabletId the returning tablet
 */
export async function restoreTask(
  w: Work,
  takeIn: TakeInPatient,
  tabletId: string,
  { task, mappe, patient }: TaskOrigin,
): Promise<TaskRow | undefined> {
  const here = await findPatient(w, patient.patid);
  if (here && !isSamePerson(here, patient)) return undefined;
  if (!here) await takeIn(w, patient);
  if (!(await findMappe(w, mappe.id))) {
    await insertMappe(w, {
      ...mappe,
      tabletId,
      paperCopyWishedAt: null,
      paperCopyDoneAt: null,
      wrongPersonAt: null,
    });
    await w.job(
      'close-mappen',
      `close:${mappe.id}`,
      { mappeId: mappe.id },
      Math.max(w.now, mappe.closesAt),
    );
  }
  await insertTasks(w, [
    {
      ...task,
      mappeId: mappe.id,
      state: 'assigned',
      stateAt: w.now,
      page: 0,
      of: 0,
      attention: null,
      startedAt: null,
      submittedAt: null,
      filedAt: null,
      filedBy: null,
      export: 'none',
    },
  ]);
  await w.audit('task.restored', { taskId: task.taskId, mappeId: mappe.id, tabletId }, task.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return findTask(w, task.taskId);
}

/**
 * A row in one of these states may be an older one of the same task; an ended or submitted one
 * stays.
 */
const OPEN: readonly TaskState[] = [
  'created',
  'assigned',
  'started',
  'interrupted',
  'talk_pending',
  'question',
  'part_signed',
  'needs_attention',
];

/**
 * Checks whether the tablet's task is newer than ours: only a restore can have lost a revision, or
 * a PDF that was already shown.
 */
export const isOlder = (
  ours: Pick<TaskRow, 'state' | 'taskRev' | 'presentedPdfSha256'>,
  { task }: TaskOrigin,
): boolean =>
  OPEN.includes(ours.state) &&
  (task.taskRev > ours.taskRev ||
    (task.taskRev === ours.taskRev && ours.presentedPdfSha256 === null));

/** Adopts the newer revision: its PDF, talk and reading, on the tablet that finished it. */
export async function catchUpTask(
  w: Work,
  side: TabletSide,
  tabletId: string,
  ours: TaskRow,
  { task }: TaskOrigin,
): Promise<TaskRow> {
  const { taskRev, presentedPdfSha256, presentedBytes, boxes, renderer, talk, read } = task;
  if (task.dataSha256 !== ours.dataSha256) return ours;
  await followTask(w, side, ours, tabletId);
  const next = await changeTask(w, ours, {
    taskRev,
    presentedPdfSha256,
    presentedBytes,
    boxes,
    renderer,
    talk,
    read,
    state: 'assigned',
    stateAt: w.now,
  });
  await w.audit(
    'task.restored',
    { taskId: task.taskId, mappeId: ours.mappeId, tabletId },
    ours.patid,
  );
  return next ?? ours;
}
