// Handles a tablet's reports about a task, after sync has fenced and parsed them: start, progress,
// outcome, submission, cancel.

import type { Signer } from '../../../shared/desk/mappe.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import { languagesIn, understandingOf } from '../../../shared/papers/read-in.ts';
import type { Reading } from '../../../shared/papers/reading.ts';
import type { CancelPayload, OutcomePayload } from '../../../shared/papers/signature.ts';
import { cancelEvent, type TaskEvent } from '../../../shared/desk/task.ts';
import type { Work } from '../../platform/work.ts';
import type { TabletSide } from './links.ts';
import { moveTask, type TaskChange } from './move-task.ts';
import { putDownParted } from './parts.ts';
import { interruptMappe } from './place-mappe.ts';
import { isBeingRead, putDownPaper } from './read-paper.ts';
import { changeMappe, changeTask, findMappe, tasksOf, type TaskRow } from './store.ts';

/** Why a report was parked; undefined means that it was applied. */
export type Parked = 'state_conflict' | 'hash_mismatch' | undefined;

/**
 * Starts a task; a second start (after a reload) changes nothing. Paper stays paper while it is
 * read, and is not reopened once the tablet was asked to release it.
 */
export async function startTask(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  tabletId: string,
): Promise<Parked> {
  if (task.state === 'started' || isBeingRead(task)) return undefined;
  if (task.state === 'paper' && !(await side.holds(w, tabletId, task.taskId)))
    return 'state_conflict';
  const started = await moveTask(w, task, 'start', { startedAt: task.startedAt ?? w.now });
  if (!started) return 'state_conflict';
  // Started before the tablet knew that it should release it: the tablet gets the task back.
  if (task.state === 'interrupted' && !(await side.holds(w, tabletId, task.taskId)))
    await side.feed(w, tabletId, 'put', started);
  return undefined;
}

/** Stores the page of the newest draft, for the board; no state changes. */
export async function noteProgress(
  w: Work,
  task: TaskRow,
  page: number,
  of: number,
): Promise<void> {
  if (task.page === page && task.of === of) return;
  await changeTask(w, task, { page, of });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Stores how a text was understood if not in German alone: staff sees it with the paper, before a
 * talk and afterwards.
 */
export async function noteReadIn(
  w: Work,
  task: TaskRow,
  { language, reading, at }: { language: string; reading: Reading; at: number },
): Promise<void> {
  const available = languagesIn(JSON.parse(task.data) as DocumentData),
    understood = understandingOf(available, language, reading, at);
  if (understood !== undefined || task.readIn !== null)
    await changeTask(w, task, { readIn: understood ?? null });
}

const OUTCOMES: Record<Exclude<OutcomePayload['outcome'], 'shown'>, TaskEvent> = {
  talk_pending: 'talk_pending',
  question: 'question',
  declined: 'decline',
  paper: 'paper',
};

/**
 * Stores a result other than a signature; each is a real end of the reading, with the pages read
 * and declarations. One refusal ends a paper of several signers for all of them.
 * @param by the signer who stated it
 */
export async function takeOutcome(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  payload: OutcomePayload,
  by: readonly Signer[] = [],
): Promise<Parked> {
  if (payload.dataSha256 !== task.dataSha256) return 'hash_mismatch';
  if (payload.outcome === 'shown' && task.kind !== 'notice') return 'state_conflict';
  const read = {
    reading: payload.reading,
    declarations: payload.declarations,
    at: payload.at,
    language: payload.language,
    ...(payload.note !== undefined && { note: payload.note }),
    ...(by.length > 0 && { by: by.map(({ role, name }) => ({ role, name })) }),
  };
  await noteReadIn(w, task, payload);
  if (payload.outcome === 'paper' && task.state === 'filed' && task.filedBy !== null) {
    // Signed by hand while the tablet was out of contact: the reading still belongs in the record.
    await changeTask(w, task, { read });
    await w.audit('task.read', { taskId: task.taskId, mappeId: task.mappeId }, task.patid);
    return undefined;
  }
  // A notice is shown and logged, never signed: there is nothing to seal, the log itself is the
  // proof.
  if (payload.outcome === 'shown')
    return (await fileAtOnce(w, side, task, { read })) ? undefined : 'state_conflict';
  // Stated while another signer's question is open: a separate result.
  if (
    !(await moveTask(w, task, OUTCOMES[payload.outcome], {
      read,
      ...(task.state === 'question' && { taskRev: task.taskRev + 1 }),
    }))
  )
    return 'state_conflict';
  await side.dropDraft(w, task.taskId);
  return undefined;
}

/** Answers are stored: the form is filed at once, there is nothing to seal. */
export async function fileAnswers(w: Work, side: TabletSide, task: TaskRow): Promise<Parked> {
  if (!(await fileAtOnce(w, side, task, {}))) return 'state_conflict';
  await tellFamily(w, side, task);
  return undefined;
}

/**
 * The forms of a family's other people that were not started are sent again: they may offer the
 * address that was given here.
 */
async function tellFamily(w: Work, side: TabletSide, { mappeId, patid }: TaskRow): Promise<void> {
  const mappe = await findMappe(w, mappeId),
    tabletId = mappe?.tabletId ?? null;
  if (!mappe || tabletId === null || mappe.patids.length < 2) return;
  for (const other of await tasksOf(w, mappeId))
    if (
      other.kind === 'questionnaire' &&
      other.state === 'assigned' &&
      other.patid !== patid &&
      (await side.holds(w, tabletId, other.taskId))
    )
      await side.feed(w, tabletId, 'put', other);
}

/** Moves through the states of a paper without signers; no readable draft data stays. */
async function fileAtOnce(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  set: TaskChange,
): Promise<boolean> {
  let now: TaskRow = task;
  for (const event of ['submit', 'seal', 'file'] as const) {
    const next = await moveTask(w, now, event, {
      ...set,
      ...(event === 'submit' && { submittedAt: w.now }),
      ...(event === 'file' && { filedAt: w.now }),
    });
    if (!next) return false;
    now = next;
  }
  await side.dropDraft(w, task.taskId);
  return true;
}

/**
 * Stores the request for a paper copy, made on the thank-you page; a request after a copy was given
 * is a new one.
 */
export async function takeCopyWish(w: Work, task: TaskRow, isWished: boolean): Promise<void> {
  const mappe = await findMappe(w, task.mappeId);
  if (!mappe) return;
  const isOpen = mappe.paperCopyWishedAt !== null && mappe.paperCopyDoneAt === null;
  if (isOpen === isWished) return;
  await changeMappe(
    w,
    mappe.id,
    isWished ? { paperCopyWishedAt: w.now, paperCopyDoneAt: null } : { paperCopyWishedAt: null },
  );
  await w.audit(
    isWished ? 'mappe.copy_wished' : 'mappe.copy_not_wished',
    { mappeId: mappe.id },
    task.patid,
  );
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Marks a task whose signature was accepted: it waits for its sealing, and no readable draft data
 * stays.
 */
export async function markSubmitted(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  wantsPaperCopy: boolean,
): Promise<Parked> {
  if (!(await moveTask(w, task, 'submit', { submittedAt: w.now }))) return 'state_conflict';
  await side.dropDraft(w, task.taskId);
  const mappe = wantsPaperCopy ? await findMappe(w, task.mappeId) : undefined;
  if (mappe && mappe.paperCopyWishedAt === null)
    await changeMappe(w, mappe.id, { paperCopyWishedAt: w.now });
  return undefined;
}

/**
 * Marks a form whose answers were signed: the signed document takes the place of its data, and
 * waits for its sealing.
 */
export async function markAnswersSigned(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  made: Pick<TaskRow, 'data' | 'dataSha256' | 'presentedPdfSha256'>,
): Promise<Parked> {
  if (!(await moveTask(w, task, 'submit', { ...made, submittedAt: w.now })))
    return 'state_conflict';
  await side.dropDraft(w, task.taskId);
  await tellFamily(w, side, task);
  return undefined;
}

/**
 * Cancels a task. X9 ("patient") deletes the draft for good; every other reason interrupts the
 * whole Mappe and keeps it until closing. Paper stays paper.
 * @param from the tablet that left it, and in which revision
 */
export async function takeCancel(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  payload: CancelPayload,
  from: { tabletId: string; taskRev: number },
): Promise<Parked> {
  if (payload.reason === 'wrong_person') {
    await changeMappe(w, task.mappeId, { wrongPersonAt: w.now });
    await w.audit('mappe.wrong_person', { mappeId: task.mappeId, taskId: task.taskId }, task.patid);
  }
  if (task.state === 'paper') {
    if (task.read === null) await putDownPaper(w, side, task);
    if (payload.reason === 'patient') {
      await side.dropDraft(w, task.taskId);
      return undefined;
    }
    await interruptMappe(w, side, task.mappeId, task.taskId);
    return undefined;
  }
  if (cancelEvent(payload.reason, task.state) === 'cancel') {
    if (task.state === 'cancelled') return undefined;
    // A signer cannot end a paper that another one has signed: only the data entered here is
    // deleted.
    if (await putDownParted(w, side, task, null)) return undefined;
    if (!(await moveTask(w, task, 'cancel'))) return 'state_conflict';
    await side.dropDraft(w, task.taskId);
    return undefined;
  }
  if (
    task.state !== 'interrupted' &&
    !(await moveTask(w, task, 'interrupt', { page: payload.page }))
  ) {
    // It has ended meanwhile, or a restore lost its restart: the tablet released the rest of its
    // Mappe all the same.
    if ((await findMappe(w, task.mappeId))?.tabletId === from.tabletId)
      await interruptMappe(w, side, task.mappeId, task.taskId, from.taskRev);
    return 'state_conflict';
  }
  await interruptMappe(w, side, task.mappeId, task.taskId);
  return undefined;
}
