// Takes an upload back that went to the wrong person or is the wrong file: its own sender may, shortly afterwards, as long as nobody was given it.

import { AppError } from '../../../shared/base/errors.ts';
import { UPLOAD_UNDO_MS } from '../../../shared/papers/upload.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { forgetBlob } from '../../platform/blobs/store.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Actor } from '../../platform/work.ts';
import { documentById, isGivenHome, removeUpload, type DocumentRecord } from './store.ts';

/** Until when this person may take it back (ms); null where it is none of theirs. */
export const undoUntilOf = (row: DocumentRecord, actor: Actor): number | null =>
  row.uploadKind !== null &&
  row.voidedAt === null &&
  actor.kind === 'user' &&
  row.uploadedBy === actor.userId
    ? row.at + UPLOAD_UNDO_MS
    : null;

/** The row goes, and the file where nothing else names it. Gone before: a repeat changes nothing. @throws state_conflict when it is too late, somebody else's, or given home */
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
