// Staff's inbox of parked ops: stored but not applied, until a user has settled them.

import { listName } from '../../../../shared/desk/patient.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { listTablets } from '../../tablet/store.ts';
import { clearAttention, needTask } from '../../task/move-task.ts';
import { patientsOf } from '../../task/store.ts';
import { actorWord, type Look, type Work } from '../../../platform/work.ts';
import { mayApply } from './open-parked.ts';
import {
  findOp,
  openParkedOf,
  parkedOfTask,
  parkedOps,
  patidsOf,
  settleOp,
  type OpRow,
} from '../store.ts';

const LIMIT = 200;

export interface ParkedItem {
  id: string;
  tabletId: string;
  tabletName: string;
  taskId: string;
  kind: string;
  code: string;
  receivedAt: number;
  /** Patient of its task, if known. */
  patient: { patid: string; name: string; geburtsdatum: string } | null;
  bytes: number;
  /** Only its size was the obstacle: it can be judged again. */
  canApply: boolean;
}

/** Lists parked ops, newest first; only the unsealed metadata, the content stays sealed. */
export async function listParked(look: Look): Promise<ParkedItem[]> {
  const [ops, tablets] = [await parkedOps(look, LIMIT), await listTablets(look)];
  const names = new Map(tablets.map((t) => [t.id, t.name]));
  const patids = await patidsOf(look, [
      ...new Set(ops.map((o) => o.taskId).filter((id) => id !== '')),
    ]),
    people = await patientsOf(look, [...new Set(patids.values())]);
  return ops.map((o) => {
    const person = people.get(patids.get(o.taskId) ?? '');
    return {
      id: o.id,
      tabletId: o.device,
      tabletName: names.get(o.device) ?? '',
      taskId: o.taskId,
      kind: o.kind,
      code: o.code ?? '',
      receivedAt: o.receivedAt,
      bytes: o.header.len,
      canApply: mayApply(o),
      patient: person
        ? {
            patid: person.patid,
            name: listName(person),
            geburtsdatum: person.geburtsdatum,
          }
        : null,
    };
  });
}

/**
 * Marks an op as settled; the stored op stays forever.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function settleParked(w: Work, opId: string): Promise<void> {
  const op = await findOp(w, opId);
  if (!op || op.result !== 'parked') throw new AppError('not_found');
  await w.audit('op.settled', { opId, taskId: op.taskId, code: op.code });
  await settleOpened(w, op);
}

/**
 * Settles an op on which a user has decided, and with the last one of its task also the task.
 * @throws AppError `state_conflict` when another user settled it meanwhile
 */
export async function settleOpened(w: Work, op: Pick<OpRow, 'id' | 'taskId'>): Promise<void> {
  if (!(await settleOp(w, op.id, actorWord(w.actor)))) throw new AppError('state_conflict');
  if (op.taskId !== '' && (await parkedOfTask(w, op.taskId)) === 0)
    await clearAttention(w, op.taskId);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Settles everything that was parked for a task ("Erledigt" on the board). Idempotent. */
export async function settleTask(w: Work, taskId: string): Promise<void> {
  await needTask(w, taskId);
  for (const op of await openParkedOf(w, taskId)) await settleParked(w, op.id);
  await clearAttention(w, taskId);
}
