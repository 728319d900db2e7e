// Opens parked ops for staff: parsed as far as possible, and judged again when only their size was
// the obstacle.

import { AppError } from '../../../../shared/base/errors.ts';
import { unpackPayload } from '../../../../shared/exchange/payload.ts';
import { opAad } from '../../../../shared/exchange/sync.ts';
import { withAttachments } from '../../attachments/read-attachment.ts';
import { changeTask, findTask } from '../../task/store.ts';
import { moveTask } from '../../task/move-task.ts';
import type { Look, Work } from '../../../platform/work.ts';
import type { Incarnation, JudgeDeps } from '../judge-op.ts';
import { findOp, waitAgain, type OpRow } from '../store.ts';

/** A parked op, opened as far as possible. */
export interface OpenedParked {
  op: Pick<OpRow, 'id' | 'taskId' | 'kind' | 'code' | 'receivedAt'>;
  patid: string | undefined;
  /** As it was sent; undefined when it is no payload. */
  plain: unknown;
  /** The payload as JSON text with the photos that arrived; null when it is unreadable. */
  content: string | null;
}

/**
 * Codes of ops whose bytes are intact, and which another version of this server may judge: too
 * large for an earlier limit, or of an app that was newer than the server.
 */
const AGAIN: readonly (string | null)[] = [
  'too_large',
  'unknown_schema',
  'unknown_kind',
  'invalid_payload',
  'internal',
];
/** Checks whether an op can be judged again. */
export const mayApply = (op: Pick<OpRow, 'code'>): boolean => AGAIN.includes(op.code);

/**
 * Returns the patient of the op, if known. An op is stored by its tablet and its task, so the store
 * cannot leave out closed records.
 * @throws AppError `not_found` when the record is closed to the caller (Art. 18 GDPR)
 */
async function personOf(
  { workshop }: Pick<JudgeDeps, 'workshop'>,
  { cid, db }: Look,
  taskId: string,
): Promise<string | undefined> {
  const everything = workshop.look(cid, { kind: 'system', cid });
  const patid = (await findTask(everything, taskId))?.patid;
  if (patid !== undefined && (await db.closed()).includes(patid)) throw new AppError('not_found');
  return patid;
}

/**
 * Opens a parked op.
 * @throws AppError `not_found`; errors of the practice key when it is temporarily unavailable
 */
export async function openParked(
  deps: Pick<JudgeDeps, 'openOp' | 'workshop'>,
  look: Look,
  opId: string,
): Promise<OpenedParked> {
  const op = await findOp(look, opId);
  if (!op || op.result !== 'parked') throw new AppError('not_found');
  const { id, taskId, kind, code, receivedAt } = op;
  return {
    op: { id, taskId, kind, code, receivedAt },
    patid: await personOf(deps, look, taskId),
    ...(await contentOf(deps, look, op)),
  };
}

/** Error of WebCrypto for wrong bytes. */
const WRONG_BYTES = new Set(['OperationError', 'DataError', 'RangeError']);

async function contentOf(
  { openOp }: Pick<JudgeDeps, 'openOp'>,
  look: Look,
  { device, inc, id, taskId, header, bytes }: OpRow,
): Promise<Pick<OpenedParked, 'plain' | 'content'>> {
  let opened: Uint8Array;
  try {
    opened = await openOp(
      look.cid,
      bytes,
      opAad({ device, inc, id, kind: header.kind, schema: header.schema }),
    );
  } catch (error) {
    if (error instanceof Error && WRONG_BYTES.has(error.name))
      return { plain: undefined, content: null };
    throw error;
  }
  let plain: unknown;
  try {
    plain = unpackPayload(opened);
  } catch {
    return { plain: undefined, content: new TextDecoder().decode(opened) };
  }
  const content = JSON.stringify(await withAttachments({ openOp }, look, taskId, plain));
  return { plain, content };
}

/** Audits an opening: which user saw which data of which patient. */
export const noteOpened = (w: Work, { op, patid, content }: OpenedParked): Promise<unknown> =>
  w.audit(
    'op.opened',
    { opId: op.id, taskId: op.taskId, code: op.code, isReadable: content !== null },
    patid,
  );

/**
 * Queues an op to be judged again like any other; the task it had parked is reopened for it.
 * Repeating is a conflict.
 * @returns its patient
 * @throws AppError `not_found`, `state_conflict`
 */
export async function judgeAgain(w: Work, opId: string): Promise<Incarnation> {
  const op = await findOp(w, opId);
  if (!op || op.result !== 'parked') throw new AppError('not_found');
  if (!mayApply(op) || !(await waitAgain(w, opId))) throw new AppError('state_conflict');
  const task = await findTask(w, op.taskId),
    code = op.code ?? '';
  if (task?.attention === code) {
    if (task.state === 'needs_attention') await moveTask(w, task, 'reassign', { attention: null });
    else await changeTask(w, task, { attention: null });
  }
  await w.audit('op.again', { opId, taskId: op.taskId, code }, task?.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { cid: w.cid, device: op.device, inc: op.inc };
}
