// Voids an upload that was found to be misfiled: it leaves that patient's views, stays in the
// history with reason and author, and may be refiled with the right patient in the same
// transaction.

import { AppError } from '../../../shared/base/errors.ts';
import type { VoidedUpload, VoidUpload } from '../../../shared/papers/documents.schema.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { actorWord } from '../../platform/work.ts';
import {
  documentById,
  insertDocument,
  isGivenHome,
  patientsOf,
  setVoided,
  type DocumentRecord,
} from './store.ts';

const isSame = (row: DocumentRecord, order: VoidUpload): boolean =>
  row.voidNote === order.note && row.movedTo === (order.to?.fileId ?? null);

/**
 * Voids an upload. Repeating the same request changes nothing.
 * @returns whether it had been shared by a link; the link stops showing it
 * @throws AppError not_found (the document, the other patient), state_conflict (created here, or
 * voided otherwise), conflict (the new id is taken), validation (`patid`) where it stays with the
 * same patient
 */
export async function voidUpload(
  context: RequestContext,
  fileId: string,
  order: VoidUpload,
): Promise<VoidedUpload> {
  const look = context.look(),
    row = await documentById(look, fileId),
    { actor } = context;
  if (!row) throw new AppError('not_found');
  if (actor.kind !== 'user') return context.deny();
  context.requirePatient(row.patid);
  if (row.uploadKind === null || (row.voidedAt !== null && !isSame(row, order)))
    throw new AppError('state_conflict');
  const [to] = order.to ? await patientsOf(look, [order.to.patid]) : [],
    patid = to && (to.mergedInto ?? to.patid),
    [own] = await patientsOf(look, [row.patid]);
  if (order.to && patid === undefined) throw new AppError('not_found');
  if (patid !== undefined && patid === (own?.mergedInto ?? row.patid))
    throw new AppError('validation', { fields: { patid: 'same' } });
  const kind = row.uploadKind;
  return context.write(async (w) => {
    const wasGivenHome = await isGivenHome(w, fileId);
    if (
      !(await setVoided(w, fileId, {
        voidedBy: actorWord(actor),
        voidedByName: actor.name,
        voidNote: order.note,
        movedTo: order.to?.fileId ?? null,
      }))
    ) {
      const now = await documentById(look, fileId);
      if (!now || !isSame(now, order)) throw new AppError('state_conflict');
      return { wasGivenHome };
    }
    if (order.to && patid !== undefined) {
      const made = await insertDocument(w, {
        fileId: order.to.fileId,
        patid,
        taskId: null,
        sha256: row.sha256,
        title: row.title,
        mime: row.mime,
        uploadKind: kind,
        uploadedBy: actor.userId,
      });
      if (!made) throw new AppError('conflict');
      await w.audit('document.refiled', { fileId: order.to.fileId, from: fileId, kind }, patid);
    }
    await w.audit(
      'document.upload_voided',
      { fileId, ...(order.to && { movedTo: order.to.fileId }), wasGivenHome },
      row.patid,
    );
    return { wasGivenHome };
  });
}
