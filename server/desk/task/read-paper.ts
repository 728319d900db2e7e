// Paper-only documents on a tablet: offered for reading in addition to everything else, never
// signed there, and released whenever the tablet is needed.

import type { Work } from '../../platform/work.ts';
import type { TabletSide } from './links.ts';
import { moveTask } from './move-task.ts';
import { findMappe, unreadPapersAt, type TaskRow } from './store.ts';

/**
 * Checks for a paper that is to be signed by hand and was not read on a tablet yet. Reading it
 * there is optional.
 */
export const isUnreadPaper = (t: Pick<TaskRow, 'state' | 'read' | 'presentedPdfSha256'>): boolean =>
  t.state === 'paper' && t.read === null && t.presentedPdfSha256 !== null;
/** Checks for a paper that is open on a tablet: started, neither finished nor put down. */
export const isBeingRead = (t: Pick<TaskRow, 'state' | 'read' | 'startedAt'>): boolean =>
  t.state === 'paper' && t.read === null && t.startedAt !== null;

/** Releases an unread paper from the tablet; it stays `paper`. */
export async function putDownPaper(w: Work, side: TabletSide, task: TaskRow): Promise<void> {
  if (task.startedAt !== null) await moveTask(w, task, 'interrupt', { startedAt: null });
  const tabletId = (await findMappe(w, task.mappeId))?.tabletId ?? null;
  if (tabletId !== null && (await side.holds(w, tabletId, task.taskId)))
    await side.feed(w, tabletId, 'revoke', task);
}

/** Removes unopened papers of earlier Mappen from a tablet that another Mappe needs. */
export async function makeRoom(
  w: Work,
  side: TabletSide,
  tabletId: string,
  mappeId: string,
): Promise<void> {
  for (const task of await unreadPapersAt(w, tabletId))
    if (task.mappeId !== mappeId && task.startedAt === null) await putDownPaper(w, side, task);
}
