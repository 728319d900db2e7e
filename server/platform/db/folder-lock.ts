// Locks of a data folder: one is shared by everything that works in it and exclusive for a restore,
// the other belongs to its one server. SQLite's own file locks end with the process, however it ends.

import path from 'node:path';
import Database from 'better-sqlite3';

/** Names of the lock files in the data folder; they are empty. */
const LOCK_FILES = {
  folder: 'in-use.lock',
  server: 'in-use.lock-server',
  /** Held while the file of the root key is changed. */
  keys: 'in-use.lock-keys',
} as const;

/** The folder is locked by another process. */
export class FolderInUse extends Error {}

/** Locks in force: the garbage collector closes a database that is not referenced, and its lock. */
const HELD = new Set<Database.Database>();

/**
 * Locks the folder, which must exist; the returned function releases it.
 * @throws FolderInUse
 */
export function takeFolder(
  folder: string,
  how: 'shared' | 'alone',
  what: keyof typeof LOCK_FILES = 'folder',
): () => void {
  const db = new Database(path.join(folder, LOCK_FILES[what]), { timeout: 0 });
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
  HELD.add(db);
  return () => {
    HELD.delete(db);
    db.close();
  };
}
