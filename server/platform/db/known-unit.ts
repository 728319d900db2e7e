// A transaction known in advance: its statements need nothing read inside, so that a worker thread
// may run them.

import type Database from 'better-sqlite3';
import { isSyncFailure } from './sqlite-connection.ts';

/**
 * One statement with its values, in the database's own types. `isEach`: it runs once for every row
 * of the JSON in its last value, bytes of `[[…], …]`, after the values before it: many rows are
 * transferred to the worker as one buffer.
 */
export interface KnownStatement {
  sql: string;
  params: readonly unknown[];
  /** Required number of affected rows; any other number rolls the unit back. */
  touches: number;
  isEach?: true;
}
export type KnownUnit = readonly KnownStatement[];
/** Maximum number of units in one commit: keeps a commit short. */
export const GROUP = 64;

/**
 * Runs known units in one transaction with a savepoint for each. Returns for each whether it was
 * done; a unit that affected an unexpected number of rows, or failed, is rolled back alone.
 * @throws when the transaction did not begin or commit: nothing was done
 */
export function runKnown(db: Database.Database, units: readonly KnownUnit[]): boolean[] {
  db.exec('BEGIN IMMEDIATE');
  try {
    const done = units.map((unit) => runOne(db, unit));
    db.exec('COMMIT');
    return done;
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function runOne(db: Database.Database, unit: KnownUnit): boolean {
  // A full disk may have ended the whole transaction.
  if (!db.inTransaction) throw new Error('the database ended the transaction');
  db.exec('SAVEPOINT unit');
  let isRight: boolean;
  try {
    isRight = unit.every((s) => touched(db, s) === s.touches);
  } catch (error) {
    // A large transaction writes to the WAL before its commit; a failed sync there is a fault of
    // the disk, not of the unit.
    if (!db.inTransaction || isSyncFailure(error)) throw error;
    isRight = false;
  }
  db.exec(isRight ? 'RELEASE unit' : 'ROLLBACK TO unit; RELEASE unit');
  return isRight;
}

const made = new WeakMap<Database.Database, Map<string, Database.Statement>>();

function touched(db: Database.Database, { sql, params, isEach }: KnownStatement): number {
  let known = made.get(db);
  if (!known) made.set(db, (known = new Map<string, Database.Statement>()));
  let statement = known.get(sql);
  if (!statement) known.set(sql, (statement = db.prepare(sql)));
  if (isEach) {
    const lead = params.slice(0, -1),
      bytes = params[params.length - 1] as Uint8Array;
    let n = 0;
    for (const row of JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(),
    ) as unknown[][])
      n += statement.run(...lead, ...row).changes;
    return n;
  }
  return statement.reader ? statement.all(...params).length : statement.run(...params).changes;
}
