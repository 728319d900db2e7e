// Staff actions on a single task: cancel, talk, paper, withdraw and undo.

import { mayBeSignedByFinger } from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { CUSTODY_REASON } from '../../../shared/desk/mappe-family.ts';
import { canBeParted } from '../../../shared/papers/signers.ts';
import { unqueueJob } from '../../platform/jobs/store.ts';
import { actorWord, type Work } from '../../platform/work.ts';
import type { TabletSide } from './links.ts';
import { exportKey, moveTask, needTask, UNDO_GRACE_MS, UNDO_MS } from './move-task.ts';
import { hasParts } from './part-store.ts';
import { signersIn } from './parts.ts';
import { claimTablet, isForTablet, needMappe, reassign } from './place-mappe.ts';
import { changeMappe, findMappe, hasFile, tasksOf, type TaskRow } from './store.ts';

/** Ends a task without a result: its draft is deleted and its tablet releases it. */
export async function endTask(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  event: 'cancel' | 'expire',
  tabletId: string | null,
): Promise<boolean> {
  const row = await moveTask(w, task, event, { taskRev: task.taskRev + 1, attention: null });
  if (!row) return false;
  await side.dropDraft(w, task.taskId);
  if (tabletId !== null) await side.feed(w, tabletId, 'revoke', row);
  return true;
}

export async function cancelTask(w: Work, side: TabletSide, taskId: string): Promise<void> {
  const task = await needTask(w, taskId);
  const mappe = await needMappe(w, task.mappeId);
  if (!(await endTask(w, side, task, 'cancel', mappe.tabletId)))
    throw new AppError('state_conflict');
}

/**
 * Withdraws everything unsigned.
 * @throws AppError `state_conflict` when nothing is left to withdraw
 */
export async function withdrawMappe(w: Work, side: TabletSide, mappeId: string): Promise<void> {
  const mappe = await needMappe(w, mappeId);
  let count = 0;
  for (const task of await tasksOf(w, mappeId))
    if (await endTask(w, side, task, 'cancel', mappe.tabletId)) count++;
  if (count === 0) throw new AppError('state_conflict');
  await w.audit('mappe.withdrawn', { mappeId, count });
}

/**
 * Undoes within ten seconds: only while nothing was started.
 * @throws AppError `state_conflict` afterwards
 */
export async function undoMappe(w: Work, side: TabletSide, mappeId: string): Promise<void> {
  const mappe = await needMappe(w, mappeId);
  const tasks = await tasksOf(w, mappeId);
  const isUntouched = tasks.every(
    (t) =>
      t.state === 'created' ||
      t.state === 'assigned' ||
      (t.state === 'paper' && t.startedAt === null && t.read === null) ||
      t.state === 'cancelled',
  );
  if (w.now > mappe.undoUntil + UNDO_GRACE_MS || !isUntouched) throw new AppError('state_conflict');
  await withdrawMappe(w, side, mappeId);
}

/**
 * Confirms the talk ("Gespräch geführt", § 630e BGB): a dentist confirms it, and the signature
 * opens on the chosen or the last tablet. Questions about a paper signed by hand lead back to
 * paper, never to a tablet.
 * @throws AppError `forbidden` for anyone not marked as behandler, `state_conflict` while the
 * reading is not finished
 */
export async function confirmTalk(
  w: Work,
  side: TabletSide,
  taskId: string,
  tabletId: string | undefined,
): Promise<void> {
  if (w.actor.kind !== 'user' || !w.actor.behandler) throw new AppError('forbidden');
  const task = await needTask(w, taskId);
  const mappe = await needMappe(w, task.mappeId);
  const isPaper = !mayBeSignedByFinger(task.formRequirement).ok;
  // One of several signers has signed: the others sign where they are, unless a tablet is named.
  const isParted = !isPaper && (await hasParts(w, taskId));
  const target = isPaper
    ? null
    : (tabletId ?? (isParted ? null : await usable(w, side, mappe.tabletId)));
  if (isPaper && task.state !== 'question' && task.state !== 'talk_pending')
    throw new AppError('state_conflict');
  if (target !== null) await claimTablet(w, side, target, mappe.id);
  const done = await moveTask(
    w,
    task,
    isPaper ? 'paper' : isParted && target === null ? 'part' : 'talk_done',
    {
      taskRev: task.taskRev + 1,
      talk: {
        needed: task.talk.needed,
        doneBy: w.actor.userId,
        doneByName: w.actor.name,
        doneAt: w.now,
      },
      attention: null,
    },
  );
  if (!done) throw new AppError('state_conflict');
  await w.audit('talk.confirmed', { taskId, by: w.actor.userId }, task.patid);
  if (target === null) return;
  for (const other of await tasksOf(w, mappe.id)) {
    if (other.taskId === taskId || !isForTablet(other)) continue;
    // Also a paper that had to leave this same tablet in the meantime.
    if (target !== mappe.tabletId || !(await side.holds(w, target, other.taskId)))
      await reassign(w, side, other, mappe.tabletId, target);
  }
  if (target !== mappe.tabletId) await changeMappe(w, mappe.id, { tabletId: target });
  await side.feed(w, target, 'put', done);
}

async function usable(w: Work, side: TabletSide, tabletId: string | null): Promise<string | null> {
  const tablet = tabletId === null ? undefined : await side.findTablet(w, tabletId);
  return tablet && tablet.revokedAt === null ? tablet.id : null;
}

/**
 * Switches to paper: the missing signers and all others sign one sheet by hand. Signatures from
 * devices do not count any more.
 * @throws AppError `state_conflict` when one person signs, or the paper is on a tablet or has ended
 */
export async function turnToPaper(w: Work, side: TabletSide, taskId: string): Promise<void> {
  const task = await needTask(w, taskId),
    mappe = await needMappe(w, task.mappeId);
  const event = task.state === 'created' ? 'prepared_paper' : 'paper',
    isWaiting =
      task.state === 'part_signed' ||
      task.state === 'interrupted' ||
      (task.state === 'created' && mappe.tabletId === null);
  if (
    !isWaiting ||
    task.kind !== 'document' ||
    task.presentedPdfSha256 === null ||
    !canBeParted(signersIn(task))
  )
    throw new AppError('state_conflict');
  const { reason, source } = CUSTODY_REASON.second_away;
  const turned = await moveTask(w, task, event, {
    taskRev: task.taskRev + 1,
    formRequirement: { form: 'custody', reason, source },
    startedAt: null,
    attention: null,
  });
  if (!turned) throw new AppError('state_conflict');
  await side.dropDraft(w, taskId);
  if (mappe.tabletId !== null && (await side.holds(w, mappe.tabletId, taskId)))
    await side.feed(w, mappe.tabletId, 'revoke', turned);
}

/**
 * Files a paper ("Unterschriebenes Papier liegt vor"): records who confirmed it, and when.
 * @param by the user who brought its scan in, if it is known from a scan
 */
export async function filePaper(
  w: Work,
  side: TabletSide,
  taskId: string,
  by = actorWord(w.actor),
): Promise<void> {
  const task = await needTask(w, taskId);
  const filed = await moveTask(w, task, 'paper_filed', {
    filedAt: w.now,
    filedBy: by,
    attention: null,
  });
  if (!filed) throw new AppError('state_conflict');
  await side.dropDraft(w, taskId);
  const { tabletId } = await needMappe(w, task.mappeId);
  if (tabletId !== null && (await side.holds(w, tabletId, taskId)))
    await side.feed(w, tabletId, 'revoke', filed);
}

/**
 * Undoes ticking a paper off, within ten seconds and by the same user: the paper is out again.
 * Repeating it changes nothing.
 * @throws AppError `state_conflict` afterwards, once it is scanned or void, or once its hand-over has
 * begun
 */
export async function unfilePaper(w: Work, taskId: string): Promise<void> {
  const task = await needTask(w, taskId);
  if (task.state === 'paper') return;
  const isOwn =
    task.filedBy === actorWord(w.actor) && w.now <= task.stateAt + UNDO_MS + UNDO_GRACE_MS;
  if (!isOwn || task.voidedAt !== null || (await hasFile(w, taskId)))
    throw new AppError('state_conflict');
  if (task.export !== 'none' && !(await unqueueJob(w, exportKey(taskId))))
    throw new AppError('state_conflict');
  const set = { filedAt: null, filedBy: null, export: 'none' as const };
  if (!(await moveTask(w, task, 'paper_unfiled', set))) throw new AppError('state_conflict');
}

/** Records that the requested copy was handed to the patient. */
export async function markCopyGiven(w: Work, mappeId: string): Promise<void> {
  const mappe = await findMappe(w, mappeId);
  if (!mappe) throw new AppError('not_found');
  if (mappe.paperCopyWishedAt === null) throw new AppError('state_conflict');
  if (mappe.paperCopyDoneAt !== null) return;
  await changeMappe(w, mappeId, { paperCopyDoneAt: w.now });
  await w.audit('mappe.copy_given', { mappeId });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
