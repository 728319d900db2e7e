// The database behind one interface: any number of readers; one transaction at a time on SQLite
// (group commit), one at a time for each practice on PostgreSQL.

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Wire } from '../events/wire.ts';
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
  /** Runs reads of one practice, where the database itself keeps practices apart. */
  readonly reading?: <T>(cid: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Runs one transaction; resolves after the commit is on disk. The callback may await the database
   * only: it may run again on PostgreSQL (deadlock), and other writes wait for it: on SQLite every
   * one, on PostgreSQL those of the same practice, in whatever process. Rejects with the error of
   * the callback, or with `unavailable` when the commit failed (outcome unknown: repeat with the
   * same ids).
   * @param cid practice whose rows are written; without one the work touches rows of no practice or
   * changes each row under a condition
   */
  write<T>(work: (tx: Writer) => Promise<T>, cid?: string): Promise<T>;
  /**
   * Runs one transaction whose statements are known before it begins. True after the commit is on
   * disk; false when nothing was changed because a statement would have touched more or fewer rows
   * than it states: the caller reads again and uses `write`. Always false on PostgreSQL. Rejects
   * with `unavailable` when the commit failed (outcome unknown).
   */
  submit(spell: (db: Writer) => KnownUnit): Promise<boolean>;
  /** Messages to the other processes on this database; none on SQLite. */
  readonly wire?: Wire;
  /** Throws when the database cannot be read or written right now. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export type DatabaseReason =
  | 'unique'
  | 'serialization'
  | 'full'
  | 'io'
  | 'busy'
  | 'corrupt'
  | 'entry'
  | 'readonly'
  | 'away'
  | 'other';

/** Codes of SQLite and PostgreSQL; a code belongs to the first row whose start it has. */
const CODES: readonly [start: string, reason: DatabaseReason][] = [
  ['23505', 'unique'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['40001', 'serialization'],
  ['40P01', 'serialization'],
  ['SQLITE_FULL', 'full'],
  ['53100', 'full'],
  ['SQLITE_IOERR', 'io'],
  ['58030', 'io'],
  ['SQLITE_BUSY', 'busy'],
  ['55P03', 'busy'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  // One encrypted value: the rest of the database is sound.
  ['CELL_DAMAGED', 'entry'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
  ['SQLITE_READONLY', 'readonly'],
  ['25006', 'readonly'],
  // Class 08: connection exceptions; 57P01 to 57P03: the server stops or starts; 53300: no
  // connection left.
  ['08', 'away'],
  ['57P0', 'away'],
  ['53300', 'away'],
  ['ECONNREFUSED', 'away'],
  ['ECONNRESET', 'away'],
  ['EPIPE', 'away'],
  ['ETIMEDOUT', 'away'],
  ['EHOSTUNREACH', 'away'],
  ['ENETUNREACH', 'away'],
  ['ENOTFOUND', 'away'],
  ['EAI_AGAIN', 'away'],
];
/** Messages of pg and its pool about a lost connection without a code. */
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

function reasonOfOne(error: Error): DatabaseReason | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = code === '' ? undefined : CODES.find(([start]) => code.startsWith(start));
  if (known) return known[1];
  // A missing socket file; a missing file of ours is no matter of the database.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return 'away';
  return AWAY_WORDS.test(error.message) ? 'away' : undefined;
}

/**
 * Returns one word for a database error, the same for both engines; walks the causes that the query
 * builder wraps. Every word but `unique`, `entry` and `other` means that the same call may succeed
 * later.
 */
export function reasonOf(error: unknown): DatabaseReason {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const reason = reasonOfOne(one);
    if (reason) return reason;
  }
  return 'other';
}
