// Content-addressed files of a practice: encrypted, written atomically, verified when read.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../shared/base/errors.ts';
import { makeFolder, syncFolder } from '../sync-folder.ts';
import { decryptWith, encryptWith } from '../keys/rootkey/root-key.ts';

interface BlobKey {
  keyId: string;
  key: Uint8Array;
}
export interface Blobs {
  /**
   * Stores bytes and returns their hex SHA-256; resolves after file and folder are synced.
   * Idempotent.
   */
  put(cid: string, bytes: Uint8Array, key: BlobKey): Promise<{ sha256: string; size: number }>;
  /**
   * @throws not_found for a malformed name; `unavailable` when the file is missing or does not
   * match its name or key: a file listed in the database must exist
   */
  get(cid: string, sha256: string, key: BlobKey): Promise<Uint8Array>;
  /** Deletes an unreferenced file; a missing one is no error. */
  remove(cid: string, sha256: string): Promise<void>;
  /**
   * Lists the files of the practice's folder: size of the content, and creation time (ms). Files
   * still being written are omitted.
   */
  list(cid: string): Promise<{ sha256: string; size: number; at: number }[]>;
  /** Throws when the folder is not writable. */
  probe(): Promise<void>;
}

const HEX = /^[0-9a-f]{64}$/,
  ID = /^[\w-]{1,64}$/;
/** A stored file is longer than its content by version, IV and tag. */
export const BLOB_OVERHEAD = 29;

/**
 * Returns the path of a stored file below the root of all files.
 * @throws not_found for a malformed name: it must never reach a path
 */
export function blobPath(cid: string, sha256: string): string {
  if (!HEX.test(sha256) || !ID.test(cid)) throw new AppError('not_found');
  return path.join(cid, sha256.slice(0, 2), sha256);
}
const aadOf = (cid: string, sha256: string): string => `blob|${cid}|${sha256}`;
/** Decrypts a stored file; throws when key, practice, name or one bit differ. */
export function openBlob(sealed: Uint8Array, cid: string, sha256: string, key: Uint8Array): Buffer {
  const bytes = decryptWith(key, sealed, aadOf(cid, sha256));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('content differs from its name');
  return bytes;
}

/** Creates the store of files. @param root folder of all practices' files */
export function createBlobs(root: string): Blobs {
  const base = path.resolve(root);
  const fileOf = (cid: string, sha256: string): string => path.join(base, blobPath(cid, sha256));

  return {
    async put(cid, bytes, { key }) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = fileOf(cid, sha256),
        folder = path.dirname(file);
      const temporary = `${file}.${randomUUID()}.tmp`;
      try {
        await makeFolder(folder);
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(encryptWith(key, bytes, aadOf(cid, sha256)));
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, file);
        await syncFolder(folder);
      } catch (cause) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw new AppError('unavailable', { retryAfter: 5, cause });
      }
      return { sha256, size: bytes.length };
    },
    async get(cid, sha256, { key }) {
      const sealed = await readFile(fileOf(cid, sha256)).catch((cause: unknown) => {
        throw cause instanceof AppError ? cause : new AppError('unavailable', { cause });
      });
      try {
        return openBlob(sealed, cid, sha256, key);
      } catch (cause) {
        throw new AppError('unavailable', { cause });
      }
    },
    async remove(cid, sha256) {
      await rm(fileOf(cid, sha256), { force: true }).catch(() => undefined);
    },
    async list(cid) {
      if (!ID.test(cid)) throw new AppError('not_found');
      const found: { sha256: string; size: number; at: number }[] = [];
      for (const two of await readdir(path.join(base, cid)).catch(() => [])) {
        for (const sha256 of (await readdir(path.join(base, cid, two)).catch(() => [])).filter(
          (name) => HEX.test(name),
        )) {
          // Skips a file deleted meanwhile.
          const facts = await stat(path.join(base, cid, two, sha256)).catch(() => undefined);
          if (facts)
            found.push({
              sha256,
              size: Math.max(0, facts.size - BLOB_OVERHEAD),
              at: facts.mtimeMs,
            });
        }
      }
      return found;
    },
    async probe() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const file = path.join(root, `.probe-${process.pid}`);
      const handle = await open(file, 'w', 0o600);
      await handle.close();
      await rm(file, { force: true });
    },
  };
}
