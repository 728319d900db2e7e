/** One hash over all documents, whatever order they were stored in. */
import { createHash } from 'node:crypto';

/** SHA-256 over id and digest (hex SHA-256 of the content) of every document, sorted by id. */
export function hashOfDigests(documents: readonly { id: string; sha256: string }[]): string {
  const all = createHash('sha256');
  for (const d of [...documents].sort((a, b) => (a.id < b.id ? -1 : 1))) all.update(`${d.id}\n${d.sha256}\n`);
  return all.digest('hex');
}
export const contentsHash = (documents: readonly { id: string; text: string | Uint8Array }[]): string =>
  hashOfDigests(documents.map(d => ({ id: d.id, sha256: createHash('sha256').update(d.text).digest('hex') })));
