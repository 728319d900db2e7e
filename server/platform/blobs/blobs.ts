// Content-addressed files of a practice: encrypted before they leave the process, verified when read.

import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import { decryptWith, encryptWith } from '../keys/rootkey/root-key.ts';
import { checkName, type KeptFile, type SealedStore } from './sealed-store.ts';

interface BlobKey {
  keyId: string;
  key: Uint8Array;
}
export interface Blobs {
  /**
   * Stores bytes and returns their hex SHA-256; resolves after they are safe. Idempotent.
   * @throws `unavailable` when they are not
   */
  put(cid: string, bytes: Uint8Array, key: BlobKey): Promise<{ sha256: string; size: number }>;
  /**
   * @throws not_found for a malformed name; `unavailable` when the file is missing or does not
   * match its name or key: a file listed in the database must exist
   */
  get(cid: string, sha256: string, key: BlobKey): Promise<Uint8Array>;
  /** Deletes an unreferenced file; a missing one, or one that stays for now, is no error. */
  remove(cid: string, sha256: string): Promise<void>;
  /** Returns the name of a file in `list`. */
  nameOf(cid: string, sha256: string): Promise<string>;
  /**
   * Lists the stored files of the practice: size of the content, and creation time (ms). Files still
   * being written are omitted.
   */
  list(cid: string): Promise<KeptFile[]>;
  /** Throws when nothing can be stored. */
  probe(): Promise<void>;
}

/** A stored file is longer than its content by version, IV and tag. */
export const BLOB_OVERHEAD = 29;

const aadOf = (cid: string, sha256: string): string => `blob|${cid}|${sha256}`;
/** Decrypts a stored file; throws when key, practice, name or one bit differ. */
export function openBlob(sealed: Uint8Array, cid: string, sha256: string, key: Uint8Array): Buffer {
  const bytes = decryptWith(key, sealed, aadOf(cid, sha256));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('content differs from its name');
  return bytes;
}

/** Creates the store of files over a place of sealed bytes. */
export function createBlobs(place: SealedStore): Blobs {
  return {
    nameOf: place.nameOf,
    probe: place.probe,
    async put(cid, bytes, { key }) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      checkName(cid, sha256);
      await place
        .put(cid, sha256, encryptWith(key, bytes, aadOf(cid, sha256)))
        .catch((cause: unknown) => {
          throw new AppError('unavailable', { retryAfter: 5, cause });
        });
      return { sha256, size: bytes.length };
    },
    async get(cid, sha256, { key }) {
      checkName(cid, sha256);
      try {
        return openBlob(await place.get(cid, sha256), cid, sha256, key);
      } catch (cause) {
        throw new AppError('unavailable', { cause });
      }
    },
    async remove(cid, sha256) {
      checkName(cid, sha256);
      await place.remove(cid, sha256).catch(() => undefined);
    },
    list: async (cid) =>
      (await place.list(cid)).map((one) => ({
        ...one,
        size: Math.max(0, one.size - BLOB_OVERHEAD),
      })),
  };
}
