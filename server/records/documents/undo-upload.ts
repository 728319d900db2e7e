// Reverts an upload that went to the wrong person or is the wrong file: allowed to its sender for a
// short time, unless it was shared.

import { AppError } from '../../../shared/base/errors.ts';
import { UPLOAD_UNDO_MS } from '../../../shared/papers/upload.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { forgetBlob } from '../../platform/blobs/store.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Actor } from '../../platform/work.ts';
import { documentById, isGivenHome, removeUpload, type DocumentRecord } from './store.ts';

/**
 * Returns the end of this user's time to revert an upload (ms); null where it is not their upload.
 */
export const undoUntilOf = (row: DocumentRecord, actor: Actor): number | null =>
  row.uploadKind !== null &&
  row.voidedAt === null &&
  actor.kind === 'user' &&
  row.uploadedBy === actor.userId
    ? row.at + UPLOAD_UNDO_MS
    : null;

/**
 * Deletes the row, and the file unless it is referenced elsewhere. Repeating it changes nothing.
 * @throws state_conflict when it is too late, another user's, or shared by a link
 */
export async function undoUpload(
  deps: { blobs: Blobs },
  context: RequestContext,
  fileId: string,
): Promise<undefined> {
  const row = await documentById(context.look(), fileId);
  if (!row) return undefined;
  context.requirePatient(row.patid);
  const until = undoUntilOf(row, context.actor);
  if (until === null || context.now > until) throw new AppError('state_conflict');
  const orphan = await context.write(async (w) => {
    if (await isGivenHome(w, fileId)) throw new AppError('state_conflict');
    if ((await removeUpload(w, fileId)) === 0) return undefined;
    await w.audit('document.upload_undone', { fileId, sha256: row.sha256 }, row.patid);
    return (await forgetBlob(w, row.sha256)) ? row.sha256 : undefined;
  });
  if (orphan !== undefined) await deps.blobs.remove(context.cid, orphan);
  return undefined;
}
