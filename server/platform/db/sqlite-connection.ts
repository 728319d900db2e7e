// Opens one connection to a SQLite file with the settings common to all: WAL, synchronous=FULL,
// verified before use.

import type Database from 'better-sqlite3';
import { openFile, type SqliteFile } from './file/open-file.ts';

const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  temp_store: 2,
  secure_delete: 1,
  trusted_schema: 0,
  busy_timeout: 5000,
} as const;
const SET = [
  'page_size=16384',
  'journal_mode=WAL',
  'synchronous=FULL',
  'foreign_keys=ON',
  'temp_store=MEMORY',
  'secure_delete=ON',
  'trusted_schema=OFF',
  'busy_timeout=5000',
];

/**
 * Size of a WAL that the writer thread has not yet checkpointed in a pause; beyond it a commit does
 * so itself. Thousands of ops of returning tablets fit in it.
 */
const LOG_BYTES = 256_000_000;
/** Lets the log grow, for connections that write in addition to such a thread. */
export const letLogGrow = (db: Database.Database): void => {
  db.pragma(
    `wal_autocheckpoint=${Math.round(LOG_BYTES / (db.pragma('page_size', { simple: true }) as number))}`,
  );
};

/**
 * Opens a connection. Ops are some thirty kB of sealed bytes: pages of 16 kB (of a new file; an old
 * one keeps its own) cost a quarter less than those of 4 kB, and small rows nothing.
 * @throws when SQLite refuses one of the settings required for durability
 */
export function openConnection(file: SqliteFile): Database.Database {
  const db = openFile(file);
  for (const p of SET) db.pragma(p);
  for (const [name, want] of Object.entries(PRAGMAS)) {
    const got: unknown = db.pragma(name, { simple: true });
    if (got !== want)
      throw new Error(
        `SQLite refuses ${name}=${want} (it says ${String(got)}); the database is not opened`,
      );
  }
  return db;
}

/**
 * Checks for a failed sync: the pages may count as clean and never reach the disk, so a later
 * success proves nothing.
 */
export function isSyncFailure(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'SQLITE_IOERR_FSYNC' || error.code === 'SQLITE_IOERR_DIR_FSYNC')
  );
}
