// The database behind one face: any number of readers, one unit of work at a time on SQLite (group commit), a pool on PostgreSQL.

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { KnownUnit } from './known-unit.ts';
import type { Schema } from './schema.ts';

type Full = PgDatabase<PgQueryResultHKT, Record<string, never>>;
/** Only verbs that mean the same on both databases. */
export type Reader = Pick<Full, 'select' | 'selectDistinct' | '$count'>;
export type Writer = Reader & Pick<Full, 'insert' | 'update' | 'delete'>;

export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly t: Schema;
  readonly read: Reader;
  /**
   * One unit of work; resolves after the commit is on disk. The callback may wait for the database only:
   * it may run again on PostgreSQL (serialisation), and on SQLite everyone waits for it.
   * Rejects with what the callback threw, or with `unavailable` when the commit failed (outcome unknown: repeat with the same ids).
   */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  /**
   * One unit of work whose statements are known before it begins. True after the commit is on disk; false when nothing
   * was changed because a statement would have touched other rows than it says: the caller reads again and uses `write`.
   * Always false on PostgreSQL. Rejects with `unavailable` when the commit failed (outcome unknown).
   */
  submit(spell: (db: Writer) => KnownUnit): Promise<boolean>;
  /** Throws when the database cannot be read or written right now. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresOptions { url: string; /** Data folder: a copy is kept there before the database changes its form. */ data?: string }
/** `workerPath`: compiled `sqlite-writer.worker.js`; without it this thread writes everything. */
export interface SqliteOptions { file: string; workerPath?: string }

/**
 * Opens what the address says: `postgres://…`, or a SQLite file. Migrates before it answers.
 * @param onBroken the disk failed to sync and nothing is written any more: the process must end and start afresh
 */
export async function openStore(options: PostgresOptions | SqliteOptions, onBroken?: (cause: unknown) => void): Promise<Store> {
  if ('url' in options) return (await import('./postgres.ts')).openPostgres(options.url, options.data);
  return (await import('./sqlite.ts')).openSqlite(options.file, onBroken, options.workerPath);
}

/** One word for a database error, the same for both engines; walks the causes that the query builder wraps. */
export function reasonOf(error: unknown): 'unique' | 'serialization' | 'full' | 'io' | 'busy' | 'corrupt' | 'readonly' | 'other' {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e && typeof e.code === 'string' ? e.code : '';
    if (code === '23505' || code.startsWith('SQLITE_CONSTRAINT_UNIQUE') || code.startsWith('SQLITE_CONSTRAINT_PRIMARYKEY')) return 'unique';
    if (code === '40001' || code === '40P01') return 'serialization';
    if (code === 'SQLITE_FULL' || code === '53100') return 'full';
    if (code.startsWith('SQLITE_IOERR') || code === '58030') return 'io';
    if (code.startsWith('SQLITE_BUSY') || code === '55P03') return 'busy';
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || code === 'XX001') return 'corrupt';
    if (code.startsWith('SQLITE_READONLY') || code === '25006') return 'readonly';
  }
  return 'other';
}
