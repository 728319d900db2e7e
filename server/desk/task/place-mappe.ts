// Placement of a Mappe: which tablet has it; every move fences the old one off (taskRev, reference:
// sync 6.5).

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import type { Work } from '../../platform/work.ts';
import type { TabletSide } from './links.ts';
import { moveTask, type TaskChange } from './move-task.ts';
import { isBeingRead, isUnreadPaper, makeRoom, putDownPaper } from './read-paper.ts';
import { isOfAgeNow } from './people.ts';
import {
  changeMappe,
  findMappe,
  mappenAt,
  patientsOf,
  tasksIn,
  tasksOf,
  unreadPapersAt,
  type MappeRow,
  type TaskRow,
} from './store.ts';

/** States in which a task is on a tablet and may be run there. */
export const RUNNABLE: readonly TaskState[] = ['assigned', 'started'];
const MOVABLE: readonly TaskState[] = ['assigned', 'started', 'interrupted', 'part_signed'];
/** Follows its Mappe to a tablet: to be completed there, or only to be read. */
export const isForTablet = (t: Pick<TaskRow, 'state' | 'read' | 'presentedPdfSha256'>): boolean =>
  RUNNABLE.includes(t.state) || isUnreadPaper(t);
/** Checks whether a Mappe can be moved to another tablet unchanged. */
export const isMovable = (t: TaskRow): boolean => MOVABLE.includes(t.state) || isUnreadPaper(t);

/** Finds a Mappe. @throws AppError `not_found` */
export async function needMappe(w: Work, mappeId: string): Promise<MappeRow> {
  const mappe = await findMappe(w, mappeId);
  if (!mappe) throw new AppError('not_found');
  return mappe;
}

/**
 * Checks that a tablet may take a Mappe: it is registered here and has no other one in use: two
 * patients never share a tablet. Papers that are only offered for reading, and are not open, make
 * room. A private phone takes the one Mappe it was admitted for.
 * @throws AppError `not_found`, `state_conflict` with `extra.reason` `tablet_busy`
 */
export async function claimTablet(
  w: Work,
  side: TabletSide,
  tabletId: string,
  mappeId: string,
): Promise<void> {
  const tablet = await side.findTablet(w, tabletId);
  if (
    !tablet ||
    tablet.revokedAt !== null ||
    (tablet.guestOf !== null && tablet.guestOf !== mappeId)
  )
    throw new AppError('not_found');
  const others = [
    ...(await mappenAt(w, tabletId, ['created', ...RUNNABLE])).map((m) => m.id),
    ...(await unreadPapersAt(w, tabletId)).filter(isBeingRead).map((t) => t.mappeId),
  ];
  if (others.some((id) => id !== mappeId))
    throw new AppError('state_conflict', { extra: { reason: 'tablet_busy' } });
  await makeRoom(w, side, tabletId, mappeId);
}

/** Assigns a task to a tablet again: next revision, and the previous tablet releases it. */
export async function reassign(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  from: string | null,
  to: string | null,
  set: TaskChange = {},
): Promise<TaskRow | undefined> {
  const moved = await moveTask(w, task, 'reassign', {
    ...set,
    ...(task.state === 'paper' && { startedAt: null }),
    taskRev: task.taskRev + 1,
    attention: null,
  });
  if (!moved) return undefined;
  if (from !== null && from !== to) await side.feed(w, from, 'revoke', moved);
  if (to !== null && isForTablet(moved)) await side.feed(w, to, 'put', moved);
  return moved;
}

/**
 * Moves a Mappe to a tablet, with its drafts; the old tablet is fenced even while it cannot be
 * reached.
 * @throws AppError `state_conflict` when nothing of it can be moved, `of_age` when a parent would
 * sign for a person who has turned 18
 */
export async function moveMappe(
  w: Work,
  side: TabletSide,
  mappeId: string,
  tabletId: string,
): Promise<void> {
  const mappe = await needMappe(w, mappeId);
  await claimTablet(w, side, tabletId, mappeId);
  const tasks = await tasksOf(w, mappeId),
    people = await patientsOf(w, mappe.patids);
  if (
    isOfAgeNow(
      tasks.filter((t) => t.state === 'created' || isMovable(t)),
      people,
      berlinDay(w.now),
    )
  )
    throw new AppError('of_age');
  let moved = 0;
  for (const task of tasks) {
    if (isMovable(task) && (await reassign(w, side, task, mappe.tabletId, tabletId))) moved++;
    if (task.state === 'created') moved += await offer(w, side, task, tabletId);
    if (task.state === 'talk_pending' || task.state === 'question') moved++;
  }
  if (moved === 0) throw new AppError('state_conflict');
  await changeMappe(w, mappeId, { tabletId });
  await w.audit('mappe.moved', { mappeId, from: mappe.tabletId, to: tabletId });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Follows one task that is on another tablet than the database states (a restore lost the move):
 * the rest of its Mappe is assigned there as well, and the previous tablet releases all of it.
 */
export async function followTask(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  tabletId: string,
): Promise<void> {
  const from = (await findMappe(w, task.mappeId))?.tabletId ?? null;
  if (from === tabletId) return;
  await changeMappe(w, task.mappeId, { tabletId });
  if (from !== null) await side.feed(w, from, 'revoke', task);
  for (const other of await tasksOf(w, task.mappeId))
    if (other.taskId !== task.taskId && other.state !== 'part_signed' && isMovable(other))
      await reassign(w, side, other, from, tabletId);
}

/**
 * Assigns a tablet to prepared tasks without one; unprepared ones get it when their PDF is ready.
 */
async function offer(w: Work, side: TabletSide, task: TaskRow, tabletId: string): Promise<number> {
  if (task.presentedPdfSha256 !== null) {
    const ready = await moveTask(w, task, 'prepared', { taskRev: task.taskRev + 1 });
    if (ready) await side.feed(w, tabletId, 'put', ready);
  }
  return 1;
}

/**
 * Restarts from the first page: the draft and the reading progress are dropped, the tablet gets the
 * tasks again.
 */
export async function restartMappe(w: Work, side: TabletSide, mappeId: string): Promise<void> {
  const mappe = await needMappe(w, mappeId);
  const tablet = mappe.tabletId === null ? undefined : await side.findTablet(w, mappe.tabletId);
  const target = tablet && tablet.revokedAt === null ? tablet.id : null;
  if (target !== null) await claimTablet(w, side, target, mappeId);
  let count = 0;
  for (const task of await tasksOf(w, mappeId))
    count += await restartTask(w, side, task, mappe.tabletId, target);
  if (count === 0) throw new AppError('state_conflict');
  await w.audit('mappe.restarted', { mappeId });
}

async function restartTask(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  from: string | null,
  to: string | null,
): Promise<number> {
  if (task.state === 'needs_attention' && task.submittedAt !== null) {
    // The signature is stored; only its sealing is retried.
    if (!(await moveTask(w, task, 'retry', { attention: null }))) return 0;
    await w.job('seal-document', `seal:${task.taskId}`, { taskId: task.taskId });
    return 1;
  }
  if (task.state === 'needs_attention' && task.presentedPdfSha256 === null) {
    if (!(await moveTask(w, task, 'prepare', { attention: null }))) return 0;
    await w.job('prepare-document', `prepare:${task.taskId}`, { taskId: task.taskId });
    return 1;
  }
  // A signed part stays signed; for the remaining signatures it is assigned to a tablet.
  if ((!isMovable(task) && task.state !== 'needs_attention') || task.state === 'part_signed')
    return 0;
  await side.dropDraft(w, task.taskId);
  return (await reassign(w, side, task, from, to, { page: 0, read: null, startedAt: null }))
    ? 1
    : 0;
}

/**
 * Ends the run of a Mappe on its tablet without losing typed data: its tasks become interrupted
 * (paper stays paper), drafts stay until closing time, and the tablet is free. `mappe.tabletId`
 * still names the last tablet.
 * @param upTo tasks assigned there in a later revision stay
 */
export async function interruptMappe(
  w: Work,
  side: TabletSide,
  mappeId: string,
  except?: string,
  upTo = Infinity,
): Promise<void> {
  const mappe = await needMappe(w, mappeId);
  for (const task of await tasksIn(w, [mappeId], [...RUNNABLE, 'paper'])) {
    if (task.taskId === except || task.taskRev > upTo) continue;
    if (task.state === 'paper') {
      if (isUnreadPaper(task)) await putDownPaper(w, side, task);
      continue;
    }
    // The revision stays: work of the same tablet before it learned of this still counts; only a
    // new assignment fences it off.
    const row = await moveTask(w, task, 'interrupt');
    if (row && mappe.tabletId !== null) await side.feed(w, mappe.tabletId, 'revoke', row);
  }
}

/** Returns all tasks of a revoked tablet to the desk. */
export async function releaseTablet(w: Work, side: TabletSide, tabletId: string): Promise<void> {
  const ids = new Set([
    ...(await mappenAt(w, tabletId, RUNNABLE)).map((m) => m.id),
    ...(await unreadPapersAt(w, tabletId)).map((t) => t.mappeId),
  ]);
  for (const id of ids) await interruptMappe(w, side, id);
}
