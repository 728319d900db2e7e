// Opens one connection to a SQLite file as every connection of Molar is: WAL, synchronous=FULL, read back before it is used.

import Database from 'better-sqlite3';

const PRAGMAS = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, temp_store: 2, secure_delete: 1, trusted_schema: 0, busy_timeout: 5000 } as const;
const SET = ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON', 'temp_store=MEMORY', 'secure_delete=ON', 'trusted_schema=OFF', 'busy_timeout=5000'];

/** The WAL is copied back in quiet moments by the writing thread; a commit does it itself only when that many pages wait. */
export const WAL_PAGES = 16_000;

/** @throws when SQLite refuses one of the settings that durability stands on */
export function openConnection(file: string): Database.Database {
  const db = new Database(file);
  for (const p of SET) db.pragma(p);
  for (const [name, want] of Object.entries(PRAGMAS)) {
    const got: unknown = db.pragma(name, { simple: true });
    if (got !== want) throw new Error(`SQLite refuses ${name}=${want} (it says ${String(got)}); the database is not opened`);
  }
  return db;
}

/** A sync that failed once: the pages may count as clean and never reach the disk, so a later success proves nothing. */
export function isSyncFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'SQLITE_IOERR_FSYNC' || error.code === 'SQLITE_IOERR_DIR_FSYNC');
}
