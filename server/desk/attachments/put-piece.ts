// Stores a piece of an attachment: pieces without a gap, each once, the whole checked by its hash.

import { createHash } from 'node:crypto';
import {
  HOME_DEVICE,
  PIECE_BYTES,
  type AttachmentAnswer,
} from '../../../shared/exchange/attachment.ts';
import { PHOTOS_BYTES } from '../../../shared/forms/task/form-size.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Actor, Work, Workshop } from '../../platform/work.ts';
import { findTablet } from '../tablet/store.ts';
import { findTask } from '../task/store.ts';
import {
  addPiece,
  answersOn,
  assignedOn,
  dropAttachments,
  lastPiece,
  piecesOf,
  piecesOfTask,
} from './attachment-store.ts';

export interface Piece {
  sha256: string;
  taskId: string;
  size: number;
  from: number;
  bytes: Uint8Array;
}
export interface PutDeps {
  workshop: Workshop;
  installation(): { epoch: string };
}
type Tablet = Extract<Actor, { kind: 'tablet' }>;

/**
 * Photos that the patient took and removed again may have been sent, too: twice the limit of a
 * form.
 */
const TASK_BYTES = 2 * PHOTOS_BYTES;

/** A private phone may only add to tasks of its one Mappe. */
async function mayAdd(w: Work, tabletId: string, taskId: string): Promise<boolean> {
  const tablet = await findTablet(w, tabletId);
  if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
  return tablet.guestOf === null || (await findTask(w, taskId))?.mappeId === tablet.guestOf;
}

/** Answers that arrived before their attachment take it in. */
export async function queueTaking(w: Work, taskId: string, key: string): Promise<void> {
  const on = await answersOn(w, taskId);
  if (on) await w.job('clean-photos', `photos:${key}`, on);
}
/** Answers of a parked submission that staff assigned do the same. */
async function queueAssigned(w: Work, taskId: string, sha256: string): Promise<void> {
  for (const on of await assignedOn(w, taskId)) {
    const id = 'answersId' in on ? on.answersId : on.unmatchedId;
    await w.job('clean-photos', `photos:${sha256}:${id}`, on);
  }
}

async function complete(w: Work, piece: Piece, device: string): Promise<boolean> {
  const hash = createHash('sha256');
  for (const { bytes } of await piecesOf(w, piece.sha256)) hash.update(bytes);
  if (hash.digest('hex') !== piece.sha256) {
    await dropAttachments(w, [piece.sha256]);
    return false;
  }
  const { sha256, taskId, size } = piece;
  await addPiece(w, {
    sha256,
    start: size,
    taskId,
    device,
    size,
    bytes: Buffer.alloc(0),
    at: w.now,
  });
  await queueTaking(w, taskId, sha256);
  await queueAssigned(w, taskId, sha256);
  return true;
}

async function store(w: Work, device: string, piece: Piece, mostBytes: number): Promise<number> {
  const { sha256, taskId, size, from, bytes } = piece;
  const last = await lastPiece(w, sha256),
    have = last ? last.start + last.bytes.length : 0;
  // The same bytes sealed once belong to one task and one device.
  if (last && (last.size !== size || last.taskId !== taskId || last.device !== device))
    throw new AppError('validation');
  if (from !== have || bytes.length === 0 || have === size) return have;
  if (from + bytes.length > size) throw new AppError('validation');
  if (!last) {
    const sizes = new Map((await piecesOfTask(w, taskId)).map((one) => [one.sha256, one.size]));
    if ([...sizes.values()].reduce((sum, one) => sum + one, size) > mostBytes)
      throw new AppError('too_large');
  }
  const row = { sha256, start: from, taskId, device, size, bytes: Buffer.from(bytes), at: w.now };
  if (!(await addPiece(w, row))) throw new AppError('unavailable', { retryAfter: 1 });
  if (from + bytes.length < size) return from + bytes.length;
  return (await complete(w, piece, device)) ? size : 0;
}

/**
 * Stores a piece that continues what is there; any other piece changes nothing.
 * @returns how much the server has without a gap: the next piece begins there
 * @throws AppError `too_large`, `validation`, `not_found`, `tablet_revoked`
 */
export async function putPiece(
  { workshop, installation }: PutDeps,
  actor: Tablet,
  piece: Piece,
): Promise<AttachmentAnswer> {
  if (piece.bytes.length > PIECE_BYTES) throw new AppError('too_large');
  const have = await workshop.write(actor.cid, actor, async (w) => {
    if (!(await mayAdd(w, actor.tabletId, piece.taskId))) throw new AppError('not_found');
    return store(w, actor.tabletId, piece, TASK_BYTES);
  });
  return { have, epoch: installation().epoch };
}

/**
 * Stores a piece of a photo that accepted answers from a private phone name; `taskId` is the id of
 * those answers. The caller checked both.
 * @returns how much the server has without a gap
 * @throws AppError `too_large`, `validation`
 */
export function putHomePiece(w: Work, piece: Piece): Promise<number> {
  if (piece.bytes.length > PIECE_BYTES) throw new AppError('too_large');
  return store(w, HOME_DEVICE, piece, PHOTOS_BYTES);
}
