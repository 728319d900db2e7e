// Where sealed files are kept: in a folder of this server, or in a bucket of an object store.

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../shared/base/errors.ts';
import { makeFolder, syncFolder } from '../sync-folder.ts';

/** A kept file: its name there, the size of its sealed bytes, and its time (ms). */
export interface KeptFile {
  name: string;
  size: number;
  at: number;
}
/** Keeps sealed bytes by practice and hash of the content; knows no key of them. */
export interface SealedStore {
  /** Resolves once the bytes are safe; the same file may be put again. */
  put(cid: string, sha256: string, sealed: Uint8Array): Promise<void>;
  /** Rejects with an error of code `ENOENT` when there is no such file. */
  get(cid: string, sha256: string): Promise<Buffer>;
  /** A missing file is no error. */
  remove(cid: string, sha256: string): Promise<void>;
  /** Returns the name of a file in `list`. */
  nameOf(cid: string, sha256: string): Promise<string>;
  list(cid: string): Promise<KeptFile[]>;
  /** Throws when nothing can be stored. */
  probe(): Promise<void>;
}

const HEX = /^[0-9a-f]{64}$/,
  ID = /^[\w-]{1,64}$/;

/** @throws not_found for a malformed name: it must never reach a path */
export function checkName(cid: string, sha256: string): void {
  if (!HEX.test(sha256) || !ID.test(cid)) throw new AppError('not_found');
}
/** Checks the id of a practice. @throws not_found for a malformed one */
export function checkCid(cid: string): void {
  if (!ID.test(cid)) throw new AppError('not_found');
}

/**
 * Returns the path of a stored file below the root of all files.
 * @throws not_found for a malformed name
 */
export function blobPath(cid: string, sha256: string): string {
  checkName(cid, sha256);
  return path.join(cid, sha256.slice(0, 2), sha256);
}

/** Creates a store in a folder. @param root folder of all practices' files */
export function createFolderStore(root: string): SealedStore {
  const base = path.resolve(root);
  const fileOf = (cid: string, sha256: string): string => path.join(base, blobPath(cid, sha256));
  return {
    nameOf: (_cid, sha256) => Promise.resolve(sha256),
    async put(cid, sha256, sealed) {
      const file = fileOf(cid, sha256),
        folder = path.dirname(file),
        temporary = `${file}.${randomUUID()}.tmp`;
      try {
        await makeFolder(folder);
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(sealed);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, file);
        await syncFolder(folder);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    get: async (cid, sha256) => readFile(fileOf(cid, sha256)),
    async remove(cid, sha256) {
      await rm(fileOf(cid, sha256), { force: true }).catch(() => undefined);
    },
    async list(cid) {
      checkCid(cid);
      const found: KeptFile[] = [];
      for (const two of await readdir(path.join(base, cid)).catch(() => [])) {
        // Files that are still being written have another name.
        for (const name of (await readdir(path.join(base, cid, two)).catch(() => [])).filter(
          (one) => HEX.test(one),
        )) {
          // Skips a file deleted meanwhile.
          const facts = await stat(path.join(base, cid, two, name)).catch(() => undefined);
          if (facts) found.push({ name, size: facts.size, at: facts.mtimeMs });
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
