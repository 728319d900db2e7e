// A listed document together with its envelope: only papers signed here have one.

import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Look } from '../../../platform/work.ts';
import { documentById, envelopesOf, type DocumentRecord } from '../store.ts';

export interface SealedPaper {
  document: DocumentRecord;
  envelope: Row<Schema['envelope']>;
  taskId: string;
}

/**
 * Finds a document that was signed and sealed here, a void one too: a dispute may be about just that.
 * Undefined for every other id.
 */
export async function sealedPaper(look: Look, fileId: string): Promise<SealedPaper | undefined> {
  const document = await documentById(look, fileId);
  if (!document || document.taskId === null) return undefined;
  const [envelope] = await envelopesOf(look, [document.taskId]);
  return envelope && envelope.sealedAt !== null
    ? { document, envelope, taskId: document.taskId }
    : undefined;
}
