// Lists a stored file with its patient, once per task; screens and links use the id of the row.

import { documentOfTask, insertDocument, pointDocument } from './store.ts';
import type { Work } from '../../platform/work.ts';

/**
 * Lists a file with its patient.
 * @returns fileId, the existing one when the task was filed before
 */
export async function fileDocument(
  w: Work,
  file: { taskId: string; patid: string; sha256: string; title: string },
): Promise<string> {
  const made = await insertDocument(w, { fileId: w.newId(), mime: 'application/pdf', ...file });
  if (made) return made.fileId;
  const existing = await documentOfTask(w.tx, w.t, file.taskId);
  if (!existing) throw new Error('a document was neither made nor found');
  return existing.fileId;
}

/** Points the listed document to its newest version (time stamp added). */
export const replaceDocument = (w: Work, taskId: string, sha256: string): Promise<void> =>
  pointDocument(w, taskId, sha256);
