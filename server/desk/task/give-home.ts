// Papers signed on the patient's phone: which are allowed, and keeping their Mappe open for as long
// as the link.

import { berlinDay } from '../../../shared/base/dates.ts';
import { mayBeSignedByFinger, type DocumentData } from '../../../shared/desk/document.ts';
import type { Signer, SignerRole } from '../../../shared/desk/mappe.ts';
import {
  canBeParted,
  isTalkMissing,
  stillMissing,
  type SignerState,
} from '../../../shared/papers/signers.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import { brokenCells } from '../../platform/db/cells/cells.ts';
import type { Look, Work } from '../../platform/work.ts';
import { moveTask } from './move-task.ts';
import { partsOf } from './part-store.ts';
import { OPEN_FOR_PART, statesIn } from './parts.ts';
import { isOfAgeNow } from './people.ts';
import {
  changeMappe,
  findMappe,
  findTask,
  openPapersOf,
  patientsOf,
  type MappeRow,
  type TaskRow,
} from './store.ts';

export interface HomePaper {
  taskId: string;
  patid: string;
  title: string;
  signer: Signer;
  /** Other signers of the same paper whose signature is missing. */
  waitsFor: string[];
  data: DocumentData;
  dataSha256: string;
  presentedPdfSha256: string;
}

/**
 * Without a tablet a paper waits as `created`; one started on a tablet and withdrawn, as
 * `interrupted`; one with answered questions, as `assigned`.
 */
const WAITING: readonly TaskState[] = ['created', 'interrupted', 'assigned'];
/** One of several signers may have it on a tablet meanwhile, or have signed it. */
const WAITING_FOR_ONE: readonly TaskState[] = [
  'created',
  'interrupted',
  'assigned',
  'started',
  'part_signed',
];
type Moment = 'open' | 'handIn';

/**
 * States in which this signer may open it; a signature is accepted even while another signer has
 * questions, or staff is asked for.
 */
function isOpenFor(
  task: TaskRow,
  mappe: MappeRow | undefined,
  states: readonly SignerState[],
  signer: SignerState,
  moment: Moment,
): boolean {
  if (!canBeParted(states))
    return states.length === 1 && WAITING.includes(task.state) && mappe?.tabletId === null;
  // A signer in the practice signs on the tablet, as long as it has the paper and no one has
  // signed.
  const mayBeElsewhere =
    mappe?.tabletId === null ||
    signer.isAway === true ||
    states.some((one) => one.signedAt !== null);
  return (
    mayBeElsewhere &&
    (WAITING_FOR_ONE.includes(task.state) ||
      (moment === 'handIn' && OPEN_FOR_PART.includes(task.state)))
  );
}

/**
 * One entry for each signer who may sign outside the practice: prepared, by finger, and after every
 * required talk (§ 630e BGB).
 */
async function papersIn(s: Look | Work, task: TaskRow, moment: Moment): Promise<HomePaper[]> {
  const { presentedPdfSha256 } = task;
  if (
    task.kind !== 'document' ||
    presentedPdfSha256 === null ||
    brokenCells(task).length > 0 ||
    !mayBeSignedByFinger(task.formRequirement).ok ||
    isTalkMissing(task.talk)
  )
    return [];
  const mappe = await findMappe(s, task.mappeId),
    data = JSON.parse(task.data) as DocumentData,
    states = statesIn(task, mappe, await partsOf(s, task.taskId)),
    missing = stillMissing(states);
  if (
    missing.length > 0 &&
    mappe &&
    isOfAgeNow([task], await patientsOf(s, mappe.patids), berlinDay(s.now))
  )
    return [];
  return missing
    .filter((one) => isOpenFor(task, mappe, states, one, moment))
    .map(({ role, name, capacity }) => ({
      taskId: task.taskId,
      patid: task.patid,
      title: task.title,
      signer: { role, name, ...(capacity !== undefined && { capacity }) },
      waitsFor: missing.filter((one) => one.role !== role).map((one) => one.name),
      data,
      dataSha256: task.dataSha256,
      presentedPdfSha256,
    }));
}

/**
 * Finds a paper to sign at home; undefined when this signer may not sign it outside the practice
 * (any more).
 */
export async function homePaper(
  s: Look | Work,
  taskId: string,
  role: SignerRole,
  moment: Moment = 'open',
): Promise<HomePaper | undefined> {
  const task = await findTask(s, taskId);
  return task && (await papersIn(s, task, moment)).find((one) => one.signer.role === role);
}

/** Returns all papers of one person that may be shared for signing, newest first. */
export async function homePapers(s: Look, patids: readonly string[]): Promise<HomePaper[]> {
  const papers: HomePaper[] = [];
  for (const task of await openPapersOf(s, patids))
    papers.push(...(await papersIn(s, task, 'open')));
  return papers;
}

/**
 * Takes up the paper at submission: prepared ones are treated like those on a tablet. Undefined
 * when it may not be signed outside the practice any more.
 */
export async function takeUpAtHome(
  w: Work,
  taskId: string,
  role: SignerRole,
): Promise<TaskRow | undefined> {
  const task = await findTask(w, taskId);
  if (!task || !(await homePaper(w, taskId, role, 'handIn'))) return undefined;
  return task.state === 'created' ? moveTask(w, task, 'prepared') : task;
}

/** Returns names of the missing signers of a paper with several; none for an ended one. */
export async function waitsFor(s: Look | Work, taskId: string): Promise<string[]> {
  const task = await findTask(s, taskId),
    parts = task ? await partsOf(s, taskId) : [];
  if (!task || parts.length === 0 || !OPEN_FOR_PART.includes(task.state)) return [];
  return stillMissing(statesIn(task, await findMappe(s, task.mappeId), parts)).map(
    (one) => one.name,
  );
}

/** Moves closing time to the end of the link, never earlier than before. */
export async function keepForHome(w: Work, taskId: string, until: number): Promise<void> {
  const task = await findTask(w, taskId),
    mappe = task && (await findMappe(w, task.mappeId));
  if (!mappe || mappe.closesAt >= until) return;
  await changeMappe(w, mappe.id, { closesAt: until });
  await w.job('close-mappen', `close:${mappe.id}:${until}`, { mappeId: mappe.id }, until);
}
