// Copies the ops that tablets sent since when a database goes back: sealed ops unchanged, to be
// judged again by the next start.

import Database from 'better-sqlite3';
import { attachFile, openFile, type SqliteFile } from '../file/open-file.ts';

/** Codes of ops refused for their bytes; every other verdict is computed again. */
const OF_THE_BYTES = `'damaged', 'too_large'`;

/**
 * Copies ops and heads of `from` that `into` lacks, for tablets that `into` knows.
 * @returns how many; undefined if nothing can be copied: `from` cannot be read, or `into` belongs
 * to a program that would not judge them
 */
export function carryOps(from: SqliteFile, into: SqliteFile): number | undefined {
  const db = openFile(into, { fileMustExist: true });
  try {
    for (const pragma of ['synchronous=FULL', 'foreign_keys=OFF']) db.pragma(pragma);
    if (
      !db.prepare(`select 1 from sqlite_master where type = 'index' and name = 'op_stored'`).get()
    )
      return undefined;
    attachFile(db, from, 'newer');
    const columns = (schema: string, table: string): string[] =>
      (db.pragma(`${schema}.table_info(${table})`) as { name: string }[]).map((c) => c.name);
    const own = columns('main', 'op'),
      theirs = columns('newer', 'op');
    if (own.some((c) => !theirs.includes(c))) return undefined;
    const anew: Record<string, string> = {
      result: `'stored'`,
      code: `case when o.code in (${OF_THE_BYTES}) then o.code end`,
      settled_at: 'null',
      settled_by: 'null',
    };
    return db.transaction(() => {
      const { changes } = db
        .prepare(`
        insert or ignore into main.op (${own.join(', ')}) select ${own.map((c) => anew[c] ?? `o.${c}`).join(', ')} from newer.op o
        where o.device in (select id from main.tablet) and not exists (select 1 from main.op m where m.device = o.device and m.inc = o.inc and m.n = o.n)
        order by o.device, o.inc, o.n`)
        .run();
      db.prepare(`
        insert into main.op_head (device, inc, cid, n, at) select device, inc, cid, n, at from newer.op_head where device in (select id from main.tablet)
        on conflict (device, inc) do update set n = max(n, excluded.n), at = excluded.at`).run();
      return changes;
    })();
  } catch (error) {
    if (error instanceof Database.SqliteError) return undefined;
    throw error;
  } finally {
    db.close();
  }
}
