/** Hashes all documents independently of the order they were stored in. */
import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 over id and digest (hex SHA-256 of the content) of every document, sorted by
 * id.
 */
export function hashOfDigests(documents: readonly { id: string; sha256: string }[]): string {
  const all = createHash('sha256');
  for (const d of [...documents].sort((a, b) => (a.id < b.id ? -1 : 1)))
    all.update(`${d.id}\n${d.sha256}\n`);
  return all.digest('hex');
}
/**
 * Records written documents as digests, so that a client keeps no document in memory that it need
 * not send.
 */
export function createTally(): {
  add(id: string, text: string | Uint8Array): void;
  /** `hashOfDigests` of all documents, and their mean bytes */
  sum(): {
    hash: string;
    bytes: number;
  };
} {
  const all: { id: string; sha256: string }[] = [];
  let bytes = 0;
  return {
    add(id, text) {
      all.push({ id, sha256: createHash('sha256').update(text).digest('hex') });
      bytes += text.length;
    },
    sum: () => ({ hash: hashOfDigests(all), bytes: bytes / all.length }),
  };
}
