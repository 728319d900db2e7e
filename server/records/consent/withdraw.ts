// Withdrawal of a consent: one press, no reason asked (Art. 7 para. 3 GDPR), can be undone within
// seconds, then a sealed receipt.

import { stateOf } from '../../../shared/papers/consent.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { actorWord, type Work } from '../../platform/work.ts';
import type { ConsentLinks } from './links.ts';
import { papersOf } from './read-consents.ts';
import { findTask, findWithdrawal, insertWithdrawal, undoWithdrawal } from './store.ts';

const UNDO_MS = 10_000;
/** The receipt is made when undo is over. */
const RECEIPT_AFTER_MS = UNDO_MS + 2_000;

/**
 * Withdraws a consent as a whole or single declarations of it, from then on; the same id withdraws
 * once. Earlier processing stays lawful, and the signed paper stays stored.
 * @throws AppError `not_found`; `state_conflict` if it is not in force or is a notice; `validation`
 * for a declaration that is not in force, or that the consent requires
 */
export async function withdraw(
  w: Work,
  links: ConsentLinks,
  input: { taskId: string; id: string; parts: readonly string[] | null },
): Promise<{ id: string; undoUntil: number }> {
  const task = await findTask(w, input.taskId);
  if (!task) throw new AppError('not_found');
  const before = await findWithdrawal(w, input.id);
  if (before) {
    if (before.taskId !== input.taskId) throw new AppError('conflict');
    return { id: before.id, undoUntil: before.undoUntil };
  }
  const paper = (await papersOf(w, links, [task.patid])).find(
    (one) => one.task.taskId === input.taskId,
  );
  const state = paper && stateOf(paper.facts),
    // A person may withdraw as a whole what cannot be read any more.
    isOpen = state === 'holds' || (state === 'damaged' && input.parts === null);
  if (!paper || !isOpen || paper.data.template.kind !== 'consent')
    throw new AppError('state_conflict');
  const gone = new Set(paper.withdrawals.flatMap((one) => one.parts ?? []));
  for (const [at, part] of (input.parts ?? []).entries()) {
    const declaration = paper.data.declarations.find((one) => one.id === part);
    const why =
      declaration === undefined || gone.has(part) || paper.facts.agreed?.includes(part) === false
        ? 'unknown'
        : declaration.required
          ? 'required'
          : undefined;
    if (why !== undefined) throw new AppError('validation', { fields: { [`parts.${at}`]: why } });
  }
  const byName = w.actor.kind === 'user' ? w.actor.name : '';
  const made = await insertWithdrawal(w, {
    id: input.id,
    patid: task.patid,
    taskId: task.taskId,
    parts: input.parts && [...input.parts],
    by: actorWord(w.actor),
    byName,
    at: w.now,
    undoUntil: w.now + UNDO_MS,
    undoneAt: null,
    fileId: null,
  });
  if (!made) throw new AppError('conflict');
  await w.job(
    'withdrawal-receipt',
    `withdrawal:${made.id}`,
    { withdrawalId: made.id },
    w.now + RECEIPT_AFTER_MS,
  );
  await w.audit(
    'consent.withdrawn',
    {
      withdrawalId: made.id,
      taskId: task.taskId,
      template: task.template,
      purpose: paper.facts.purpose,
      parts: made.parts,
    },
    task.patid,
  );
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { id: made.id, undoUntil: made.undoUntil };
}

/** Undoes a withdrawal within its undo period. @throws AppError `not_found`, `state_conflict` */
export async function takeBack(w: Work, withdrawalId: string): Promise<void> {
  const row = await findWithdrawal(w, withdrawalId);
  if (!row) throw new AppError('not_found');
  if (row.undoneAt !== null) return;
  if (w.now > row.undoUntil || !(await undoWithdrawal(w, row.id)))
    throw new AppError('state_conflict');
  await w.audit(
    'consent.withdrawal_undone',
    { withdrawalId: row.id, taskId: row.taskId },
    row.patid,
  );
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
