// A paper that somebody signs on the own phone: which ones may be, and that their Mappe stays open for as long as the link.

import { mayBeSignedByFinger, type DocumentData } from '../../shared/document.ts';
import type { Signer } from '../../shared/mappe.ts';
import type { TaskState } from '../../shared/task.ts';
import type { Look, Work } from '../work.ts';
import { moveTask } from './move-task.ts';
import { changeMappe, findMappe, findTask, openPapersOf, type MappeRow, type TaskRow } from './store.ts';

export interface HomePaper { taskId: string; patid: string; title: string; signer: Signer; data: DocumentData; dataSha256: string; presentedPdfSha256: string }

/** Without a tablet a paper waits as `created`; one that was begun on a tablet and taken back, as `interrupted`; one whose questions were answered, as `assigned`. */
const WAITING: readonly TaskState[] = ['created', 'interrupted', 'assigned'];

/** Prepared, lying on no tablet, signed by finger, by one person alone, and with every talk held that it needs (§ 630e BGB). */
function homePaperOf(task: TaskRow, mappe: Pick<MappeRow, 'tabletId'> | undefined): HomePaper | undefined {
  const isOpen = task.kind === 'document' && WAITING.includes(task.state) && mappe?.tabletId === null;
  if (!isOpen || task.presentedPdfSha256 === null || !mayBeSignedByFinger(task.formRequirement).ok || (task.talk.needed && task.talk.doneAt === undefined)) return undefined;
  const data = JSON.parse(task.data) as DocumentData, [signer] = data.signers;
  if (!signer || data.signers.length !== 1) return undefined;
  return { taskId: task.taskId, patid: task.patid, title: task.title, signer, data, dataSha256: task.dataSha256, presentedPdfSha256: task.presentedPdfSha256 };
}

/** Undefined where it may not be signed away from the practice, or not any more. */
export async function homePaper(s: Look | Work, taskId: string): Promise<HomePaper | undefined> {
  const task = await findTask(s, taskId);
  return task && homePaperOf(task, await findMappe(s, task.mappeId));
}

/** Everything of one person that may be given home to be signed, newest first. */
export async function homePapers(s: Look, patids: readonly string[]): Promise<HomePaper[]> {
  const papers: HomePaper[] = [];
  for (const task of await openPapersOf(s, patids)) {
    const paper = homePaperOf(task, await findMappe(s, task.mappeId));
    if (paper) papers.push(paper);
  }
  return papers;
}

/** As it is handed in: prepared papers stand where those on a tablet do. Undefined where it may not be signed away from the practice any more. */
export async function takeUpAtHome(w: Work, taskId: string): Promise<TaskRow | undefined> {
  const task = await findTask(w, taskId);
  if (!task || !homePaperOf(task, await findMappe(w, task.mappeId))) return undefined;
  return task.state === 'created' ? moveTask(w, task, 'prepared') : task;
}

/** Closing time comes when the link is over, never earlier than it would have. */
export async function keepForHome(w: Work, taskId: string, until: number): Promise<void> {
  const task = await findTask(w, taskId), mappe = task && await findMappe(w, task.mappeId);
  if (!mappe || mappe.closesAt >= until) return;
  await changeMappe(w, mappe.id, { closesAt: until });
  await w.job('close-mappen', `close:${mappe.id}:${until}`, { mappeId: mappe.id }, until);
}
