// One step of one task: only along the transition table, only from the state that was read, always
// with an audit row.

import { AppError } from '../../../shared/base/errors.ts';
import { nextState, type TaskEvent } from '../../../shared/desk/task.ts';
import type { NewRow } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Work } from '../../platform/work.ts';
import { changeTask, findTask, isHandedOver, type TaskRow } from './store.ts';

/**
 * Builds the key of the export job: there is one job per hand-over of a task to the practice
 * software.
 */
export const exportKey = (taskId: string): string => `export:${taskId}`;
/** How long a tick may be undone, with a grace period for the latency of the click, ms. */
export const UNDO_MS = 10_000,
  UNDO_GRACE_MS = 2000;

/** Columns that an event may set. */
export type TaskChange = Partial<
  Omit<NewRow<Schema['task']>, 'taskId' | 'mappeId' | 'state' | 'stateAt'>
>;

/**
 * Returns the row after the step; undefined when the event does not apply to the state, or the task
 * moved meanwhile.
 */
export async function moveTask(
  w: Work,
  task: TaskRow,
  event: TaskEvent,
  set: TaskChange = {},
): Promise<TaskRow | undefined> {
  const to = nextState(task.state, event);
  if (to === undefined) return undefined;
  // Queued in the transaction that files the task: between filing and hand-over nothing can get
  // lost.
  const isHanded = to === 'filed' && (await isHandedOver(w));
  const row = await changeTask(w, task, {
    ...set,
    state: to,
    ...(to !== task.state && { stateAt: w.now }),
    ...(isHanded && { export: 'queued' as const }),
  });
  if (!row) return undefined;
  if (isHanded)
    await w.job(
      'export-task',
      exportKey(task.taskId),
      { taskId: task.taskId },
      // A tick by hand may be undone; until then nothing leaves the house.
      event === 'paper_filed' ? w.now + UNDO_MS + UNDO_GRACE_MS : w.now,
    );
  await w.audit(
    `task.${event}`,
    {
      taskId: task.taskId,
      mappeId: task.mappeId,
      from: task.state,
      to,
      taskRev: row.taskRev,
      ...(set.attention != null && { code: set.attention }),
    },
    task.patid,
  );
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return row;
}

/** Seals and files on behalf of the sealing job; false when the step did not apply. */
export async function moveTaskById(
  w: Work,
  taskId: string,
  event: 'seal' | 'file',
): Promise<boolean> {
  const task = await findTask(w, taskId);
  return (
    task !== undefined &&
    (await moveTask(w, task, event, event === 'file' ? { filedAt: w.now } : {})) !== undefined
  );
}

/**
 * Marks a task as failed: a job gave up or a submission was parked, and staff must look. `code` is
 * a word, never a message.
 */
export async function failTask(w: Work, taskId: string, code: string): Promise<void> {
  const task = await findTask(w, taskId);
  if (task && !(await moveTask(w, task, 'fail', { attention: code })))
    await markAttention(w, taskId, code);
}

/** Attention of a task with damaged stored values. */
export const ENTRY_DAMAGED = 'entry_damaged';
/** Flags a task for staff without changing its state: running or filed work continues. */
export async function markAttention(w: Work, taskId: string, code: string): Promise<void> {
  const task = await findTask(w, taskId);
  if (!task || task.attention === code) return;
  await changeTask(w, task, { attention: code });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Updates the hand-over status of a filed task; its state stays. */
export async function setExport(w: Work, taskId: string, state: TaskRow['export']): Promise<void> {
  const task = await findTask(w, taskId);
  if (!task || task.state !== 'filed' || task.export === state) return;
  await changeTask(w, task, { export: state });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Clears the flag once staff has settled the parked ops. */
export async function clearAttention(w: Work, taskId: string): Promise<void> {
  const task = await findTask(w, taskId);
  if (!task || task.state === 'needs_attention' || task.attention === null) return;
  await changeTask(w, task, { attention: null });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Finds a task. @throws AppError `not_found`, the same for a missing and a foreign task */
export async function needTask(w: Work, taskId: string): Promise<TaskRow> {
  const task = await findTask(w, taskId);
  if (!task) throw new AppError('not_found');
  return task;
}
