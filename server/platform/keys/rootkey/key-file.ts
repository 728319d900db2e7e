// Changes of the file of the root key. Each is one rename under a lock that ends with the process, so
// that a kill at any moment leaves the file before or after the change.

import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { takeFolder } from '../../db/folder-lock.ts';
import { syncFolder } from '../../sync-folder.ts';
import { formerKeyFile } from './former-keys.ts';
import { loadRootKeys, RootKeyError, rootKeyId, writeKeyFile } from './root-key.ts';

/** Called before and after each durable step: tests end the process there. */
export type Step = (name: string) => void;
const quiet: Step = () => undefined;
const PART = '.part-';

async function replaceFile(file: string, keys: readonly Uint8Array[], at: Step): Promise<void> {
  const part = `${file}${PART}${randomUUID()}`;
  at('file.before');
  writeKeyFile(part, keys);
  at('file.written');
  await rename(part, file);
  await syncFolder(path.dirname(file));
  at('file.after');
}
/** Runs a change of the file alone. @throws FolderInUse while another process changes it */
async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  const folder = path.dirname(path.resolve(file)),
    release = takeFolder(folder, 'alone', 'keys');
  try {
    // What a killed change left.
    for (const name of readdirSync(folder))
      if (name.startsWith(`${path.basename(file)}${PART}`)) rmSync(path.join(folder, name));
    return await work();
  } finally {
    release();
  }
}

/**
 * Puts a new root key above the present one, or continues a rotation that began.
 * @param out another file for the two keys, where the operator places the file himself
 * @returns the mark of the new key, and whether it was made now
 */
export const beginRotation = (
  file: string,
  { out = file, at = quiet }: { out?: string | undefined; at?: Step } = {},
): Promise<{ id: string; isNew: boolean }> =>
  alone(out, async () => {
    const keys = loadRootKeys(file, { mayCreate: false }),
      [newest, older] = keys;
    if (older) return { id: rootKeyId(newest!), isNew: false };
    if (out !== file && existsSync(out))
      throw new RootKeyError(`${out} is there already: it is not replaced.`);
    const fresh = randomBytes(32);
    await replaceFile(out, [fresh, ...keys], at);
    return { id: rootKeyId(fresh), isNew: true };
  });

/**
 * Leaves the newest key alone in the file; the others are kept next to it for the backups that need
 * them. Nothing in the database may need them any more.
 * @returns the files of the former keys
 */
export const endRotation = (
  file: string,
  { out = file, at = quiet }: { out?: string | undefined; at?: Step } = {},
): Promise<string[]> =>
  alone(out, async () => {
    const [newest, ...older] = loadRootKeys(file, { mayCreate: false }),
      kept: string[] = [];
    for (const key of older) {
      const former = formerKeyFile(out, rootKeyId(key));
      at('former.before');
      if (!existsSync(former)) {
        const part = `${former}${PART}${randomUUID()}`;
        writeKeyFile(part, [key]);
        await rename(part, former);
        await syncFolder(path.dirname(former));
      }
      at('former.after');
      kept.push(former);
    }
    if (older.length > 0) await replaceFile(out, [newest!], at);
    return kept;
  });
