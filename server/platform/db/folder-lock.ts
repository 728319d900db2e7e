// Lock of a data folder: shared by servers, exclusive for a restore; SQLite's own file locks end
// with the process, however it ends.

import path from 'node:path';
import Database from 'better-sqlite3';

/** Name of the lock file in the data folder; it is empty. */
const LOCK_FILE = 'in-use.lock';

/** The folder is locked by another process. */
export class FolderInUse extends Error {}

/**
 * Locks the folder, which must exist; the returned function releases it.
 * @throws FolderInUse
 */
export function takeFolder(folder: string, how: 'shared' | 'alone'): () => void {
  const db = new Database(path.join(folder, LOCK_FILE), { timeout: 0 });
  try {
    db.exec(how === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN');
    // A transaction takes its lock with its first read.
    db.prepare('select count(*) from sqlite_master').get();
  } catch (error) {
    db.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY'))
      throw new FolderInUse(folder);
    throw error;
  }
  return () => {
    db.close();
  };
}
