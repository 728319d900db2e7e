// Ends tasks on this tablet: a submission, an interruption, a blank form that is left.

import { createAttachments } from '../../outbox/attachments.ts';
import { StorageFailure } from '../../outbox/db.ts';
import { withdrawBlank } from '../../outbox/drafts/withdraw-blank.ts';
import type { CancelReason } from '../../../shared/desk/task.ts';
import type { CancelPayload } from '../../../shared/papers/signature.ts';
import { keyOf, type EndingOrder, type LeavingOrder } from '../../session/session.setup.ts';
import type { TaskRef } from '../../session/session.types.ts';
import type { EffectDeps } from './effect-deps.ts';
import { endFromMemory, type MemorySender } from './from-memory.ts';
import { endingOrder, stoppedOrder } from './orders.ts';

/** Deletes the photos of withdrawn input; what a failing disk keeps is unreadable here. */
export const forgetPhotos = (
  parts: EffectDeps['parts'],
  tasks: readonly Pick<TaskRef, 'taskId'>[],
): Promise<void> =>
  createAttachments(parts)
    .forget(tasks.map((t) => t.taskId))
    .catch(() => undefined);

/** Ends one task with the patient's answers. */
export async function finishTask(
  deps: EffectDeps,
  memory: MemorySender,
  o: EndingOrder,
): Promise<void> {
  const { answers, outbox } = deps.parts;
  const order = await endingOrder(deps, o),
    unsure = memory.unsure();
  if (unsure && unsure.op.id === order.id) {
    if (await memory.repeat(order, unsure)) await endFromMemory(deps, o.task);
  } else {
    try {
      await outbox.finalize(order);
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error;
      await memory.send(order);
      await endFromMemory(deps, o.task);
    }
  }
  answers.clear();
  deps.onQueued();
  await deps.refresh().catch(() => undefined);
}

/**
 * Leaving a blank form: the answers so far are submitted, unless the patient withdrew it. No
 * plaintext remains here.
 */
async function leaveBlank(
  deps: EffectDeps,
  memory: MemorySender,
  task: TaskRef,
  reason: CancelReason,
): Promise<void> {
  const { parts } = deps,
    { answers, outbox } = parts;
  const order = reason === 'patient' ? undefined : await stoppedOrder(deps, task, reason);
  answers.clear();
  parts.endedHere.add(keyOf(task));
  try {
    if (order) await outbox.finalize(order);
    else {
      if (reason === 'patient') await withdrawBlank(parts.db, task.taskId);
      await outbox.cancel([], true, [task]);
      await forgetPhotos(parts, [task]);
    }
  } catch (error) {
    if (!(error instanceof StorageFailure) || !order) throw error;
    await memory.send(order);
    await endFromMemory(deps, task);
  }
  await parts.activeTask.clear();
  deps.onQueued();
  await deps.refresh().catch(() => undefined);
}

/** Ends the unfinished tasks of a Mappe that is left. */
export async function leaveTasks(
  deps: EffectDeps,
  memory: MemorySender,
  o: LeavingOrder,
): Promise<void> {
  const { parts } = deps,
    { answers, clock, drafts, outbox } = parts;
  const keepsDraft = o.reason !== 'patient',
    own = o.tasks.find((t) => t.isBlank);
  if (own) {
    await leaveBlank(deps, memory, own, o.reason);
    return;
  }
  answers.clear();
  if (o.current !== null && keepsDraft) await drafts.seal(o.current).catch(() => undefined);
  const at = clock.now();
  // An interruption ends the run of the whole Mappe at the server by one op; only the patient's
  // own cancel ends each task.
  const told = keepsDraft
    ? [o.tasks.find((t) => t.taskId === o.current) ?? o.tasks[0]].flatMap((t) => t ?? [])
    : o.tasks;
  // A task stays left, even if the disk cannot store that: no other patient on this page may open
  // these tasks.
  for (const t of o.tasks) parts.endedHere.add(keyOf(t));
  await outbox.cancel(
    told.map((t) => {
      const payload: CancelPayload = {
        taskId: t.taskId,
        reason: o.reason,
        page: t.taskId === o.current ? o.page : 1,
        at,
      };
      return { kind: 'task.cancel', taskId: t.taskId, taskRev: t.taskRev, payload };
    }),
    keepsDraft,
    o.tasks.filter((t) => !told.includes(t)),
  );
  if (!keepsDraft) await forgetPhotos(parts, o.tasks);
  await parts.activeTask.clear();
  deps.onQueued();
  await deps.refresh().catch(() => undefined);
}
