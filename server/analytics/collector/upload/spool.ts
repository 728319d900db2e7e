// Spool of uploaded tables: each part in a separate encrypted file, deleted after the import, and
// after a day in any case.

import { hkdfSync, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../../shared/base/errors.ts';
import { KEPT_HOURS } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { decryptWith, encryptWith } from '../../../platform/keys/rootkey/root-key.ts';
import type { Source } from '../csv/source.ts';

interface UploadFile {
  name: string;
  size: number;
  modifiedAt: number;
}
export interface Upload {
  id: string;
  at: number;
  files: UploadFile[];
}
export interface Spool {
  /** Replaces the previous upload. */
  begin(cid: string, upload: Upload): Promise<void>;
  find(cid: string): Promise<Upload | undefined>;
  /** Numbers of the stored parts, by file. */
  there(cid: string, id: string): Promise<Map<number, number[]>>;
  put(cid: string, id: string, file: number, part: number, bytes: Uint8Array): Promise<void>;
  sourceOf(cid: string, id: string, file: number, parts: number): Promise<Source>;
  drop(cid: string): Promise<void>;
  /** Uploads of all practices older than a day. */
  forget(now: number): Promise<void>;
}

const ID = /^[\w-]{1,64}$/,
  PART = /^([\w-]+)\.(\d+)-(\d+)$/,
  WORDS = 'upload';
/**
 * Creates the store of uploads.
 * @param root folder of all uploads;
 * @param blobKey the practice's key of stored files, from which that of its uploads is derived
 */
export function createSpool(root: string, blobKey: (cid: string) => Promise<Uint8Array>): Spool {
  const keys = new Map<string, Uint8Array>();
  const keyOf = async (cid: string): Promise<Uint8Array> => {
    let key = keys.get(cid);
    if (!key)
      keys.set(
        cid,
        (key = new Uint8Array(
          hkdfSync('sha256', await blobKey(cid), 'molar', `uploaded tables 1|${cid}`, 32),
        )),
      );
    return key;
  };
  const folderOf = (cid: string): string => {
    if (!ID.test(cid)) throw new AppError('not_found');
    return path.join(root, cid);
  };
  const aad = (cid: string, id: string, name: string): string => `table|${cid}|${id}|${name}`;
  const write = async (cid: string, id: string, name: string, bytes: Uint8Array): Promise<void> => {
    const folder = folderOf(cid),
      temporary = path.join(folder, `${randomUUID()}.tmp`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Not synced: parts lost in a crash are sent again.
      await writeFile(temporary, encryptWith(await keyOf(cid), bytes, aad(cid, id, name)), {
        mode: 0o600,
      });
      await rename(temporary, path.join(folder, name));
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw cause instanceof AppError
        ? cause
        : new AppError('unavailable', { retryAfter: 5, cause });
    }
  };
  const drop = (cid: string): Promise<void> => rm(folderOf(cid), { recursive: true, force: true });
  return {
    drop,
    async begin(cid, upload) {
      await drop(cid);
      await write(cid, '', WORDS, Buffer.from(JSON.stringify(upload)));
    },
    async find(cid) {
      // Incomplete, encrypted with another key or missing: then there is none.
      try {
        return JSON.parse(
          decryptWith(
            await keyOf(cid),
            await readFile(path.join(folderOf(cid), WORDS)),
            aad(cid, '', WORDS),
          ).toString(),
        ) as Upload;
      } catch {
        return undefined;
      }
    },
    async there(cid, id) {
      const found = new Map<number, number[]>();
      for (const name of await readdir(folderOf(cid)).catch(() => [])) {
        const m = PART.exec(name);
        if (m?.[1] === id)
          found.set(Number(m[2]), [...(found.get(Number(m[2])) ?? []), Number(m[3])]);
      }
      for (const parts of found.values()) parts.sort((a, b) => a - b);
      return found;
    },
    put: (cid, id, file, part, bytes) => write(cid, id, `${id}.${file}-${part}`, bytes),
    async sourceOf(cid, id, file, parts) {
      const folder = folderOf(cid);
      return {
        kind: 'parts',
        key: await keyOf(cid),
        parts: Array.from({ length: parts }, (_, part) => ({
          file: path.join(folder, `${id}.${file}-${part}`),
          aad: aad(cid, id, `${id}.${file}-${part}`),
        })),
      };
    },
    async forget(now) {
      for (const cid of await readdir(root).catch(() => [])) {
        const facts = await stat(path.join(root, cid, WORDS)).catch(() => undefined);
        if (ID.test(cid) && (!facts || facts.mtimeMs < now - KEPT_HOURS * 3_600_000))
          await drop(cid);
      }
    },
  };
}
