// A consistent copy of a SQLite database while a server may be running, and its verification; for
// child processes and commands, never on the server's event loop.

import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openFile, type SqliteFile } from '../file/open-file.ts';
import { appliedMigrations, knownMigrations, migrationState } from '../migrations.ts';

/** Contents of a copy; ids and numbers only. */
export interface SnapshotFacts {
  /** Newest applied migration. */
  tag: string;
  epoch: string;
  securityEpoch: number;
  /** Rows of each table. */
  counts: Record<string, number>;
  /** Newest row of each practice's audit chain. */
  audit: { cid: string; seq: number; hash: string }[];
  /** Highest included number of each tablet's local database. */
  heads: { cid: string; device: string; inc: string; n: number }[];
  /** Files it references; stored encrypted outside of it. */
  files: { cid: string; sha256: string; size: number }[];
}
/** The database lacks required content. */
export class DamagedDatabase extends Error {}

/**
 * Copies by `VACUUM INTO`, a read that blocks no writer, with the key of the original; `to` must not
 * exist. Synced when it returns.
 */
export function copyDatabase(from: SqliteFile, to: string): void {
  const db = openFile(from, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
  const fd = openSync(to, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Verifies a copy page by page and key by key, and counts it.
 * @throws DamagedDatabase with the first fault
 */
export function examineCopy(file: SqliteFile): SnapshotFacts {
  let db: Database.Database | undefined;
  try {
    db = openFile(file, { readonly: true, fileMustExist: true });
    return factsOf(db);
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code))
      throw new DamagedDatabase(error.message);
    throw error;
  } finally {
    db?.close();
  }
}
function factsOf(db: Database.Database): SnapshotFacts {
  const verdict: unknown = db.pragma('integrity_check(1)', { simple: true });
  if (verdict !== 'ok') throw new DamagedDatabase(String(verdict));
  const orphans = db.pragma('foreign_key_check') as unknown[];
  if (orphans.length > 0)
    throw new DamagedDatabase(`${orphans.length} rows without the row they belong to`);
  const rows = <T>(sql: string): T[] => db.prepare(sql).all() as T[];
  const tables = rows<{ name: string }>(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
  );
  const { epoch, securityEpoch } = rows<{ epoch: string; securityEpoch: number }>(
    'select epoch, security_epoch as securityEpoch from installation',
  )[0] ?? { epoch: '', securityEpoch: 0 };
  return {
    tag: migrationState(appliedMigrations(db), knownMigrations('sqlite')).at ?? '',
    epoch,
    securityEpoch,
    counts: Object.fromEntries(
      tables.map(({ name }) => [
        name,
        (db.prepare(`select count(*) as n from "${name}"`).get() as { n: number }).n,
      ]),
    ),
    audit: rows(
      'select cid, seq, hash from audit a where seq = (select max(seq) from audit where cid = a.cid) order by cid',
    ),
    heads: rows('select cid, device, inc, n from op_head order by device, inc'),
    files: rows('select cid, sha256, size from blob order by cid, sha256'),
  };
}

/** Merges the WAL of an unused database into its file; false when it cannot be opened. */
export function foldLog(file: SqliteFile): boolean {
  if (!existsSync(file.file)) return true;
  try {
    const db = openFile(file, { fileMustExist: true, timeout: 0 });
    try {
      return db.pragma('journal_mode=DELETE', { simple: true }) === 'delete';
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}

/** Returns true when a start would migrate this database. */
export function awaitsMigration(file: SqliteFile): boolean {
  const db = openFile(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    return migrationState(appliedMigrations(db), knownMigrations('sqlite')).pending.length > 0;
  } finally {
    db.close();
  }
}

/**
 * Gives a database that went back in time a new identity, whatever its version: tablets send again,
 * every session and link ends.
 */
export function renewIdentity(file: SqliteFile, epoch: string): void {
  const db = openFile(file, { fileMustExist: true });
  try {
    db.pragma('synchronous=FULL');
    db.prepare('update installation set epoch = ?, security_epoch = security_epoch + 1').run(epoch);
  } finally {
    db.close();
  }
}
