/**
 * Every table of a SQLite database, discovered at run time: with a row in each, and their content.
 */
import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}
interface Reference {
  table: string;
  from: string;
  to: string | null;
}

const tablesOf = (db: Database.Database): string[] =>
  (
    db
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\' order by name`,
      )
      .all() as { name: string }[]
  ).map((one) => one.name);
const open = (folder: string): Database.Database =>
  openFile(storedFile(folder), { fileMustExist: true, timeout: 5_000 });

/**
 * Inserts a generated row into each empty table, for a practice that does not exist; references use
 * existing rows.
 * @returns the tables filled this way
 */
export function fillEveryTable(folder: string): string[] {
  const db = open(folder),
    filled: string[] = [];
  try {
    for (const table of tablesOf(db)) {
      if ((db.prepare(`select count(*) as n from "${table}"`).get() as { n: number }).n > 0)
        continue;
      const references = db.pragma(`foreign_key_list("${table}")`) as Reference[],
        columns = db.pragma(`table_info("${table}")`) as Column[];
      const valueOf = ({ name, type }: Column): unknown => {
        const to = references.find((one) => one.from === name);
        if (to)
          return (
            db.prepare(`select "${to.to ?? 'id'}" as v from "${to.table}" limit 1`).get() as {
              v: unknown;
            }
          ).v;
        // An empty object is text for text columns and valid JSON for JSON columns.
        return /int|real|num/i.test(type)
          ? 1
          : /blob/i.test(type)
            ? Buffer.from('made up')
            : name === 'cid'
              ? 'nobody'
              : '{}';
      };
      db.prepare(
        `insert into "${table}" (${columns.map((one) => `"${one.name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      ).run(columns.map(valueOf));
      filled.push(table);
    }
    return filled;
  } finally {
    db.close();
  }
}

/** Serialises JSON with sorted keys: PostgreSQL does not keep their order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([x], [y]) => (x < y ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value;
export const keysInOrder = (one: unknown): unknown => {
  if (typeof one !== 'string' || !/^[[{]/.test(one)) return one;
  try {
    return sorted(JSON.parse(one));
  } catch {
    return one;
  }
};

/**
 * Returns the number of rows and a hash of all of them, by table. @param as conversion of a value
 * before it is compared
 */
export function contentOf(
  folder: string,
  as: (value: unknown) => unknown = (value) => value,
): Map<string, { rows: number; sha256: string }> {
  const db = open(folder);
  try {
    return new Map(
      tablesOf(db).map((table) => {
        const rows = (db.prepare(`select * from "${table}"`).raw().all() as unknown[][])
          .map((row) =>
            JSON.stringify(
              row.map((one) =>
                Buffer.isBuffer(one)
                  ? one.toString('base64')
                  : typeof one === 'bigint'
                    ? String(one)
                    : as(one),
              ),
            ),
          )
          .sort();
        return [
          table,
          { rows: rows.length, sha256: createHash('sha256').update(rows.join('\n')).digest('hex') },
        ];
      }),
    );
  } finally {
    db.close();
  }
}
