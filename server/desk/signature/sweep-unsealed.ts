// Finds submissions that were never sealed, and queues them again: a promise to a patient must not
// depend on one attempt.

import { lookIn, type Work } from '../../platform/work.ts';
import { unsealedTasks } from './store.ts';

/** Submissions that wait longer for their seal are queued again, ms. */
export const LATE_MS = 60_000;
export const SWEEP_MS = 60_000;

/** Runs every minute per practice. */
export async function sweepUnsealed(w: Work): Promise<void> {
  for (const task of await unsealedTasks(lookIn(w), w.now - LATE_MS))
    await w.job('seal-document', `seal:${task.taskId}`, { taskId: task.taskId });
}
