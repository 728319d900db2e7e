// Who works in a data folder: servers share it, a restore has it alone; SQLite's own file locks end with the process, however it ends.

import path from 'node:path';
import Database from 'better-sqlite3';

/** Name of the lock in the data folder; the file holds nothing. */
const LOCK_FILE = 'in-use.lock';

/** The folder is in use by somebody with whom it cannot be shared. */
export class FolderInUse extends Error {}

/**
 * Takes the folder, which must exist; the returned function gives it back.
 * @throws FolderInUse
 */
export function takeFolder(folder: string, how: 'shared' | 'alone'): () => void {
  const db = new Database(path.join(folder, LOCK_FILE), { timeout: 0 });
  try {
    db.exec(how === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN');
    // A transaction takes its lock with its first look.
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
