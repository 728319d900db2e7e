// A unit of work that is known before it begins: its statements need nothing that is read inside, so that a thread of its own may do them.

import type Database from 'better-sqlite3';
import { isSyncFailure } from './sqlite-connection.ts';

/**
 * One statement with its values, in the database's own types. `isEach`: it runs once for every row of the JSON that its last value holds as bytes,
 * `[[…], …]`, behind the values before it: many rows change threads as one piece of memory.
 */
export interface KnownStatement {
  sql: string;
  params: readonly unknown[];
  /** Rows it must touch; any other number undoes the unit. */ touches: number;
  isEach?: true;
}
export type KnownUnit = readonly KnownStatement[];
/** Units that share one commit at most: keeps a commit short. */
export const GROUP = 64;

/**
 * Runs known units in one transaction with a savepoint for each. Answers for each whether it was done; one that touched
 * other rows than it said, or failed by itself, is undone alone. @throws when the transaction did not begin or commit: nothing was done
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
  // A full disk may have ended the whole transaction by itself.
  if (!db.inTransaction) throw new Error('the database ended the transaction');
  db.exec('SAVEPOINT unit');
  let isRight: boolean;
  try {
    isRight = unit.every((s) => touched(db, s) === s.touches);
  } catch (error) {
    // A large transaction writes to the log before its commit; what failed to sync there condemns the disk, not the unit.
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
