// Closing time of a Mappe: unfinished tasks expire and their drafts are deleted; paper that may
// still come back stays open, but leaves the tablet.

import { PART_WAIT_MS } from '../../../shared/papers/signers.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import type { Work } from '../../platform/work.ts';
import { endTask } from './change-task.ts';
import type { TabletSide } from './links.ts';
import { firstPartAt, putDownParted } from './parts.ts';
import { RUNNABLE } from './place-mappe.ts';
import { isBeingRead, isUnreadPaper, putDownPaper } from './read-paper.ts';
import { findMappe, tasksOf, type TaskRow } from './store.ts';

const CLOSING: readonly TaskState[] = [
  'created',
  'assigned',
  'started',
  'interrupted',
  'talk_pending',
  'question',
];
const CONTACT_MS = 2 * 60_000;
const READING_MS = 10 * 60_000;

/**
 * Runs the job `close-mappen`; may run twice. A tablet out of contact may have a signature made in
 * time: its Mappe waits until the tablet's lease is over. A patient who is reading gets ten more
 * minutes, at most `graceUntil`.
 */
export async function closeMappe(
  w: Work,
  side: TabletSide,
  mappeId: string,
  graceMs = 60 * 60_000,
): Promise<void> {
  const mappe = await findMappe(w, mappeId);
  if (!mappe || mappe.closesAt > w.now) return;
  const tasks = await tasksOf(w, mappeId);
  const tablet = mappe.tabletId === null ? undefined : await side.findTablet(w, mappe.tabletId);
  if (
    tablet &&
    tablet.revokedAt === null &&
    tasks.some((t) => RUNNABLE.includes(t.state) || isBeingRead(t))
  ) {
    const isInContact = tablet.lastSeenAt !== null && w.now - tablet.lastSeenAt <= CONTACT_MS;
    const later = isInContact
      ? tasks.some((t) => t.state === 'started' || isBeingRead(t)) &&
        w.now < mappe.closesAt + graceMs
        ? w.now + READING_MS
        : undefined
      : tablet.leaseUntil > w.now
        ? Math.min(tablet.leaseUntil, w.now + 30 * 60_000)
        : undefined;
    if (later !== undefined) {
      await w.job('close-mappen', `close:${mappeId}:${later}`, { mappeId }, later);
      return;
    }
  }
  let count = 0;
  for (const task of tasks)
    if (isUnreadPaper(task)) {
      await putDownPaper(w, side, task);
      await side.dropDraft(w, task.taskId);
    }
  for (const task of tasks) {
    if (
      CLOSING.includes(task.state) &&
      !(await putDownParted(w, side, task, mappe.tabletId)) &&
      (await endTask(w, side, task, 'expire', mappe.tabletId))
    )
      count++;
  }
  for (const task of await tasksOf(w, mappeId))
    if (task.state === 'part_signed' && (await closeParted(w, side, task, mappe.tabletId))) count++;
  if (count > 0) await w.audit('mappe.closed', { mappeId, count });
}

/**
 * A partly signed paper waits for the other signers beyond closing time, until thirty days after
 * the first signature.
 */
async function closeParted(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  tabletId: string | null,
): Promise<boolean> {
  const until = ((await firstPartAt(w, task.taskId)) ?? 0) + PART_WAIT_MS;
  if (until <= w.now) return endTask(w, side, task, 'expire', tabletId);
  await w.job(
    'close-mappen',
    `close:${task.mappeId}:part:${until}`,
    { mappeId: task.mappeId },
    until,
  );
  return false;
}
