// Lists a stored file with its patient, once per task; screens and links use the id of the row.

import type { SealProof } from '../../platform/keys/practice-seal.ts';
import { documentOfTask, insertDocument } from './store.ts';
import type { Work } from '../../platform/work.ts';

/**
 * Lists a file with its patient.
 * @returns fileId, the existing one when the task was filed before
 */
export async function fileDocument(
  w: Work,
  file: { taskId: string; patid: string; sha256: string; title: string; proof?: SealProof },
): Promise<string> {
  const made = await insertDocument(w, { fileId: w.newId(), mime: 'application/pdf', ...file });
  if (made) return made.fileId;
  const existing = await documentOfTask(w.tx, w.t, file.taskId);
  if (!existing) throw new Error('a document was neither made nor found');
  return existing.fileId;
}
