// Files letters of the practice with their recipients; repeating the same letter files nothing new.

import { UPLOAD_TITLES } from '../../../shared/papers/upload.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { documentsByIds, insertDocument, patientsOf } from './store.ts';
import type { UploadDeps } from './upload-document.ts';

export interface LetterToFile {
  fileId: string;
  patid: string;
  render: () => Promise<Uint8Array>;
}
/**
 * Files letters with patients who have a record in this practice, under the surviving record; other
 * people cannot have documents.
 * @returns numbers of the patients whose letter was filed
 */
export async function fileLetters(
  { blobs, keys }: Pick<UploadDeps, 'blobs' | 'keys'>,
  context: RequestContext,
  letters: readonly LetterToFile[],
): Promise<Set<string>> {
  const { actor } = context,
    look = context.look();
  if (actor.kind !== 'user' || letters.length === 0) return new Set();
  const people = new Map(
    (
      await patientsOf(
        look,
        letters.map((one) => one.patid),
      )
    ).map((row) => [row.patid, row.mergedInto ?? row.patid]),
  );
  const there = new Set(
      (
        await documentsByIds(
          look,
          letters.map((one) => one.fileId),
        )
      ).map((row) => row.fileId),
    ),
    filed = new Set<string>(),
    { blobKeyId, blobKey } = await keys(context.cid);
  for (const { fileId, patid, render } of letters) {
    const record = people.get(patid);
    if (record === undefined) continue;
    filed.add(patid);
    if (there.has(fileId)) continue;
    const blob = await blobs.put(context.cid, await render(), { keyId: blobKeyId, key: blobKey });
    await context.write(async (w) => {
      await recordBlob(w, { ...blob, mime: 'application/pdf', keyId: blobKeyId });
      const made = await insertDocument(w, {
        fileId,
        patid: record,
        taskId: null,
        sha256: blob.sha256,
        title: UPLOAD_TITLES.letter,
        mime: 'application/pdf',
        uploadKind: 'letter',
        uploadedBy: actor.userId,
      });
      if (made)
        await w.audit(
          'document.uploaded',
          { fileId, sha256: blob.sha256, mime: 'application/pdf', kind: 'letter' },
          record,
        );
    });
  }
  return filed;
}
