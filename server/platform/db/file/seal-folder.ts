// Encrypts the plain database files of a data folder: those of a version before, and copies of them.
// A kill at any moment leaves the plain or the encrypted file, each whole.

import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from '../../sync-folder.ts';
import { BEFORE } from '../carry/before-migrate.ts';
import { foldLog } from '../carry/snapshot.ts';
import { copyWithKey, type CopyOptions } from './copy-file.ts';
import { openFile, stateOfFile, type SqliteFile } from './open-file.ts';

const PART = '.sealing';

/** Lists the plain files among the database and its copies. */
export function plainFiles(data: string): string[] {
  const before = path.join(data, BEFORE),
    copies = existsSync(before) ? readdirSync(before).filter((one) => one.endsWith('.db')) : [];
  return [
    path.join(data, 'molar.db'),
    ...copies.sort().map((name) => path.join(before, name)),
  ].filter((file) => stateOfFile(file) === 'plain');
}

/** Whether a plain database of a version before knows a practice. */
export function hasPractice(file: SqliteFile): boolean {
  const db = openFile(file, { fileMustExist: true, timeout: 5000 });
  try {
    return (
      db.prepare(`select 1 from sqlite_master where type = 'table' and name = 'praxis'`).get() !==
        undefined && db.prepare('select 1 from praxis limit 1').get() !== undefined
    );
  } finally {
    db.close();
  }
}

/**
 * Replaces a plain file that no other process uses by its encrypted copy.
 * @throws NoRoomForCopy, CopyDiffers or SQLite's error: the plain file is unchanged
 */
export async function sealFile(
  file: string,
  key: Uint8Array,
  { at = () => undefined, ...options }: CopyOptions & { at?: (step: string) => void } = {},
): Promise<void> {
  const part = file + PART;
  rmSync(part, { force: true });
  at('seal.before');
  // A rename leaves a log where it is: it must be empty by then.
  if (!foldLog({ file })) openFile({ file }, { fileMustExist: true }).close();
  if (existsSync(`${file}-wal`)) throw new Error(`the log of ${path.basename(file)} is in use`);
  at('seal.folded');
  copyWithKey({ file }, { file: part, key }, options);
  at('seal.copied');
  renameSync(part, file);
  at('seal.renamed');
  await syncFolder(path.dirname(file));
  at('seal.after');
}
