// Paper-only documents on a tablet: offered for reading beside everything else, never signed there, and let go of whenever the tablet is needed.

import type { Work } from '../../platform/work.ts';
import type { TabletSide } from './links.ts';
import { moveTask } from './move-task.ts';
import { findMappe, unreadPapersAt, type TaskRow } from './store.ts';

/** To be signed by hand and not read on a tablet yet. Reading it there is an offer: nobody has to. */
export const isUnreadPaper = (t: Pick<TaskRow, 'state' | 'read' | 'presentedPdfSha256'>): boolean =>
  t.state === 'paper' && t.read === null && t.presentedPdfSha256 !== null;
/** Somebody has it before them right now: begun, neither finished nor put down. */
export const isBeingRead = (t: Pick<TaskRow, 'state' | 'read' | 'startedAt'>): boolean =>
  t.state === 'paper' && t.read === null && t.startedAt !== null;

/** The tablet lets go of a paper that was not read; it stays `paper`. */
export async function putDownPaper(w: Work, side: TabletSide, task: TaskRow): Promise<void> {
  if (task.startedAt !== null) await moveTask(w, task, 'interrupt', { startedAt: null });
  const tabletId = (await findMappe(w, task.mappeId))?.tabletId ?? null;
  if (tabletId !== null && (await side.holds(w, tabletId, task.taskId)))
    await side.feed(w, tabletId, 'revoke', task);
}

/** Another Mappe needs the tablet: papers of earlier ones that nobody is reading leave it. */
export async function makeRoom(
  w: Work,
  side: TabletSide,
  tabletId: string,
  mappeId: string,
): Promise<void> {
  for (const task of await unreadPapersAt(w, tabletId))
    if (task.mappeId !== mappeId && task.startedAt === null) await putDownPaper(w, side, task);
}
