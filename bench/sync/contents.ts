/** One hash over all documents, whatever order they were stored in. */
import { createHash } from 'node:crypto';

/** SHA-256 over id and content of every document, sorted by id. */
export function contentsHash(documents: readonly { id: string; text: string | Uint8Array }[]): string {
  const all = createHash('sha256');
  for (const d of [...documents].sort((a, b) => (a.id < b.id ? -1 : 1))) all.update(`${d.id}\n${createHash('sha256').update(d.text).digest('hex')}\n`);
  return all.digest('hex');
}
