// Marks the base PDF of a task as ready: it may go to a tablet, or to paper when the law requires
// ink on paper.

import { mayBeSignedByFinger } from '../../../shared/desk/document.ts';
import type { Work } from '../../platform/work.ts';
import type { TabletSide } from './links.ts';
import { moveTask } from './move-task.ts';
import { changeTask, findMappe, findTask } from './store.ts';

export interface Prepared {
  presentedPdfSha256: string;
  presentedBytes: number;
  boxes: unknown;
  renderer: unknown;
}

/**
 * Takes effect once per task; a task that was cancelled meanwhile stays so. Without a tablet it
 * waits as `created`.
 */
export async function markPrepared(
  w: Work,
  side: TabletSide,
  taskId: string,
  prepared: Prepared,
): Promise<void> {
  const read = await findTask(w, taskId);
  if (!read || read.state !== 'created' || read.presentedPdfSha256 !== null) return;
  const task = await changeTask(w, read, prepared);
  if (!task) return;
  await w.audit('task.presented', {
    taskId,
    dataSha256: task.dataSha256,
    presentedPdfSha256: prepared.presentedPdfSha256,
  });
  // The guard checks the row, so that no code path leads a paper document to a signature pad.
  const isPaper = !mayBeSignedByFinger(task.formRequirement).ok;
  const mappe = await findMappe(w, task.mappeId);
  const tabletId = mappe?.tabletId ?? null;
  if (!isPaper && tabletId === null) {
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return;
  }
  // Paper may be printed at once, and read on the tablet in parallel.
  const ready = await moveTask(w, task, isPaper ? 'prepared_paper' : 'prepared');
  if (ready && tabletId !== null) await side.feed(w, tabletId, 'put', ready);
}
