// Adds a file of the practice to a patient's documents: judged by its content, pictures re-encoded,
// PDFs refused where they contain active or hidden content.

import { AppError } from '../../../shared/base/errors.ts';
import { UPLOAD_TITLES, type UploadKind } from '../../../shared/papers/upload.ts';
import type { Uploaded } from '../../../shared/papers/upload.schema.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { findBlob, recordBlob, requireRoom } from '../../platform/blobs/store.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Verifier } from '../../paper/seal/verifier.ts';
import type { Look } from '../../platform/work.ts';
import {
  authorities,
  documentById,
  insertDocument,
  patientsOf,
  type DocumentRecord,
} from './store.ts';

/** Re-encodes a picture by its content as WebP, upright and without hidden data. */
interface PictureMaker {
  reencode(job: {
    bytes: Uint8Array;
    purpose: 'document';
  }): Promise<{ bytes: Uint8Array } | { refused: 'unsupported_media' | 'unreadable_file' }>;
}
export interface UploadDeps {
  /** Storage limit of the practice's files, in bytes. */
  limit: (look: Look) => Promise<number>;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  verifier: Verifier;
  pictures: PictureMaker;
}
type Clean = { bytes: Uint8Array; mime: Uploaded['mime'] };

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

async function cleanPdf(
  deps: Pick<UploadDeps, 'verifier'>,
  look: Look,
  bytes: Uint8Array,
): Promise<Clean> {
  const report = await deps.verifier.verify(
    bytes,
    { authorities: await authorities(look), tsaRoots: [] },
    true,
  );
  if (!report.isReadable)
    throw new AppError('unreadable_file', { fields: { file: report.reason } });
  // A link acts only when clicked, and most letters have one; everything else is active or carries
  // something.
  const acting = report.active.find((one) => one.kind !== 'remote');
  if (acting) throw new AppError('active_content', { fields: { file: acting.kind } });
  return { bytes, mime: 'application/pdf' };
}

/**
 * Judges a file by its content: pictures are re-encoded, PDFs with active content are refused.
 * @throws AppError bad_request, unsupported_media, unreadable_file, active_content
 */
export async function cleanUpload(
  deps: Pick<UploadDeps, 'verifier' | 'pictures'>,
  look: Look,
  bytes: Uint8Array,
): Promise<Clean> {
  if (bytes.length === 0) throw new AppError('bad_request', { fields: { file: 'empty' } });
  if (isPdf(bytes)) return cleanPdf(deps, look, bytes);
  const made = await deps.pictures.reencode({ bytes, purpose: 'document' });
  if ('refused' in made) throw new AppError(made.refused);
  return { bytes: made.bytes, mime: 'image/webp' };
}

async function answerOf(look: Look, row: DocumentRecord): Promise<Uploaded> {
  return {
    fileId: row.fileId,
    mime: row.mime === 'image/webp' ? 'image/webp' : 'application/pdf',
    size: (await findBlob(look, row.sha256))?.size ?? 0,
  };
}

/**
 * Files an upload with its patient; a repeated `fileId` returns the filed document, whatever is
 * sent with it.
 * @throws not_found for a patient of another practice; bad_request, unsupported_media,
 * unreadable_file, active_content for the file; conflict where the id belongs to something else
 */
export async function uploadDocument(
  deps: UploadDeps,
  context: RequestContext,
  order: { fileId: string; patid: string; kind: UploadKind },
  bytes: Uint8Array,
): Promise<Uploaded> {
  const { actor } = context,
    look = context.look();
  if (actor.kind !== 'user') return context.deny();
  context.requirePatient(order.patid);
  const [patient] = await patientsOf(look, [order.patid]);
  if (!patient) throw new AppError('not_found');
  const patid = patient.mergedInto ?? patient.patid;
  const isSame = (row: DocumentRecord): boolean =>
    row.patid === patid && row.uploadKind === order.kind && row.uploadedBy === actor.userId;
  const before = await documentById(look, order.fileId);
  if (before) {
    if (!isSame(before)) throw new AppError('conflict');
    return answerOf(look, before);
  }
  await requireRoom(look, await deps.limit(look), bytes.length);
  const clean = await cleanUpload(deps, look, bytes),
    { blobKeyId, blobKey } = await deps.keys(context.cid);
  const blob = await deps.blobs.put(context.cid, clean.bytes, { keyId: blobKeyId, key: blobKey });
  const filed = await context.write(async (w) => {
    await recordBlob(w, { ...blob, mime: clean.mime, keyId: blobKeyId });
    const made = await insertDocument(w, {
      fileId: order.fileId,
      patid,
      taskId: null,
      sha256: blob.sha256,
      title: UPLOAD_TITLES[order.kind],
      mime: clean.mime,
      uploadKind: order.kind,
      uploadedBy: actor.userId,
    });
    if (made)
      await w.audit(
        'document.uploaded',
        { fileId: order.fileId, sha256: blob.sha256, mime: clean.mime, kind: order.kind },
        patid,
      );
    return made;
  });
  if (filed) return { fileId: filed.fileId, mime: clean.mime, size: blob.size };
  // Concurrent uploads: the other one filed it, or the id is taken by another practice.
  const other = await documentById(context.look(), order.fileId);
  if (!other || !isSame(other)) throw new AppError('conflict');
  return answerOf(look, other);
}
