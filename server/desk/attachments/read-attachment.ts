// Opens complete attachments, and puts them into the answers that name them.

import {
  attachmentAad,
  attachmentOf,
  attachmentsIn,
  HOME_DEVICE,
  homePhoto,
} from '../../../shared/exchange/attachment.ts';
import type { Look, Work } from '../../platform/work.ts';
import { dropAttachments, pendingDevices, piecesOf, piecesOfTask } from './attachment-store.ts';

export interface ReadDeps {
  /**
   * Decrypts content sealed to the practice's receive key; rejects with OperationError, DataError
   * or RangeError on wrong bytes.
   */
  openOp(cid: string, bytes: Uint8Array, aad: string): Promise<Uint8Array>;
}
const WRONG_BYTES = new Set(['OperationError', 'DataError', 'RangeError']);

/**
 * Opens an attachment of a task.
 * @returns `missing` while it is not complete or was taken before, `unreadable` when its bytes
 * cannot be opened
 * @throws errors of the practice key when it is temporarily unavailable
 */
export async function readAttachment(
  { openOp }: ReadDeps,
  look: Look,
  taskId: string,
  sha256: string,
): Promise<Uint8Array | 'missing' | 'unreadable'> {
  const pieces = await piecesOf(look, sha256),
    [first] = pieces,
    last = pieces.at(-1);
  if (!first || first.start !== 0 || last?.start !== last?.size || first.taskId !== taskId)
    return 'missing';
  const bytes = Buffer.concat(pieces.map((one) => one.bytes));
  if (first.device === HOME_DEVICE) return homePhoto(taskId, bytes) ?? 'unreadable';
  try {
    return await openOp(look.cid, bytes, attachmentAad(first.device, taskId));
  } catch (error) {
    if (error instanceof Error && WRONG_BYTES.has(error.name)) return 'unreadable';
    throw error;
  }
}

/** Replaces the attachments that a payload names by their bytes, as far as they are there. */
export async function withAttachments(
  deps: ReadDeps,
  look: Look,
  taskId: string,
  payload: unknown,
): Promise<unknown> {
  const found = new Map<string, string>();
  for (const sha256 of attachmentsIn(payload)) {
    const bytes = await readAttachment(deps, look, taskId, sha256);
    if (typeof bytes !== 'string') found.set(sha256, Buffer.from(bytes).toString('base64'));
  }
  if (found.size === 0) return payload;
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { url, ...rest } = value as Record<string, unknown>,
      data = typeof url === 'string' ? found.get(attachmentOf(url) ?? '') : undefined;
    return data === undefined
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]))
      : { ...rest, data };
  };
  return walk(payload);
}

/**
 * Removes the complete attachments of a task whose answers were stored: taken in, or not named by
 * them. Those of a device with a parked submission stay: staff opens it with them.
 * @param waiting named by the answers and not taken in
 */
export async function dropTaken(
  w: Work,
  taskId: string,
  waiting: readonly string[],
): Promise<void> {
  const pieces = await piecesOfTask(w, taskId),
    held = await pendingDevices(w, taskId);
  await dropAttachments(
    w,
    pieces
      .filter(
        (one) => one.start === one.size && !waiting.includes(one.sha256) && !held.has(one.device),
      )
      .map((one) => one.sha256),
  );
}
