// Opens SQLite files: the only place of the server that does. With a key every page of the file, its
// WAL and its copies is encrypted and authenticated (ChaCha20-Poly1305).

import { closeSync, openSync, readSync } from 'node:fs';
import Database from 'better-sqlite3';

/** A database file with the key of its pages; without a key it is plain. */
export interface SqliteFile {
  file: string;
  /** 32 bytes. */
  key?: Uint8Array | undefined;
}

/** ChaCha20-Poly1305. */
export const CIPHER = 'chacha20';
const HEADER = Buffer.from('SQLite format 3\0');

/** Name of a key for the driver: bytes, not a password from which it would derive a key. */
export const keyName = (key: Uint8Array): string => `raw:${Buffer.from(key).toString('hex')}`;

/**
 * Opens a file and reads its first page, so that a wrong key or a damaged beginning throws here.
 * Temporary tables stay in memory: SQLite does not encrypt their files.
 * @throws SqliteError `SQLITE_NOTADB` for a wrong key or a damaged first page
 */
export function openFile(
  { file, key }: SqliteFile,
  options: Pick<Database.Options, 'readonly' | 'fileMustExist' | 'timeout'> = {},
): Database.Database {
  const db = new Database(file, options);
  try {
    if (key) {
      db.pragma(`cipher='${CIPHER}'`);
      // Another driver ignores both lines and would write a plain file.
      if (db.pragma('cipher', { simple: true }) !== CIPHER || key.length !== 32)
        throw new Error('this SQLite cannot encrypt');
      db.key(Buffer.from(keyName(key)));
    }
    db.pragma('temp_store=MEMORY');
    db.prepare('select count(*) from sqlite_master').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Attaches another file, with its own key or none. */
export function attachFile(db: Database.Database, { file, key }: SqliteFile, as: string): void {
  db.prepare(`attach ? as ${as} key ?`).run(file, key ? keyName(key) : '');
}

/**
 * Returns how a file begins: `none` if there is none or it is empty, `plain` if any SQLite opens it,
 * `sealed` otherwise.
 */
export function stateOfFile(file: string): 'none' | 'plain' | 'sealed' {
  const start = Buffer.alloc(HEADER.length);
  let length = 0;
  try {
    const fd = openSync(file, 'r');
    try {
      length = readSync(fd, start, 0, start.length, 0);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none';
    throw error;
  }
  if (length === 0) return 'none';
  return start.equals(HEADER) ? 'plain' : 'sealed';
}

/** Names a file as it is stored: copies of older programs are plain. */
export const asStored = (file: string, key: Uint8Array | undefined): SqliteFile =>
  stateOfFile(file) === 'plain' ? { file } : { file, key };
