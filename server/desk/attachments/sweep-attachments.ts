// Removes attachments that nothing names any more, and takes in those that answers still wait for.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Work } from '../../platform/work.ts';
import {
  answersOn,
  begunBefore,
  dropOfTask,
  isTaskPending,
  type PieceHead,
} from './attachment-store.ts';
import { queueTaking } from './put-piece.ts';

const LIMIT = 200,
  /** A tablet may send the answers later than their photos. */
  LOOSE_MS = DAY_MS;
/** Attachments that began longer ago are looked at, ms. */
export const BEGUN_MS = 60_000;

/** Repeated work; nothing of a task with a draft or an op that waits is removed. */
export async function sweepAttachments(w: Work): Promise<void> {
  let begun: PieceHead[] = [];
  // Page by page: those of parked submissions stay, and must not hide newer ones.
  do {
    begun = await begunBefore(w, w.now - BEGUN_MS, LIMIT, begun.at(-1));
    for (const { sha256, taskId, at } of begun) {
      // The job also removes what the answers do not name.
      if ((await answersOn(w, taskId)) !== undefined)
        await queueTaking(w, taskId, `${sha256}:${Math.floor(w.now / DAY_MS)}`);
      else if (at < w.now - LOOSE_MS && !(await isTaskPending(w, taskId)))
        await dropOfTask(w, taskId);
    }
  } while (begun.length === LIMIT);
}
