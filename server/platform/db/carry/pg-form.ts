// Converts a PostgreSQL database of any known schema version to a SQLite file of the same version,
// and back: used by the copy before a migration, and by a rollback.

import { closeSync, fsyncSync, openSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { knownMigrations, migrationsFolder } from '../migrations.ts';
import type { SqliteFile } from '../file/open-file.ts';
import { openConnection } from '../sqlite-connection.ts';

type Client = Pick<pg.ClientBase, 'query'>;
/**
 * A table of the file with the columns that both sides have, and PostgreSQL's names of their types.
 */
interface Table {
  name: string;
  columns: string[];
  types: string[];
}

/** Rows per fetch; PostgreSQL's limit of values in one statement. */
const FETCH = 500,
  MOST_VALUES = 60_000;
const quote = (name: string): string => `"${name}"`,
  list = (names: readonly string[]): string => names.map(quote).join(', ');

/**
 * Returns the statements of all migrations up to one, with the migrator's row of each.
 * @throws when it is unknown to this program
 */
function formOf(
  dialect: 'sqlite' | 'pg',
  tag: string,
): { sql: string[]; at: number; hash: string }[] {
  const last = knownMigrations(dialect).find((one) => one.tag === tag);
  if (!last) throw new Error(`this program does not know the form ${tag}`);
  return readMigrationFiles({ migrationsFolder: migrationsFolder(dialect) })
    .filter((one) => one.folderMillis <= last.when)
    .map(({ sql, folderMillis, hash }) => ({ sql, at: folderMillis, hash }));
}

const tablesOf = (file: Database.Database): string[] =>
  (
    file
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> '__drizzle_migrations' order by name`,
      )
      .all() as { name: string }[]
  ).map((one) => one.name);
/** @throws when the database lacks a table or column of the file */
async function pairs(client: Client, file: Database.Database): Promise<Table[]> {
  const there = new Map(
    (
      await client.query<{ at: string; type: string }>(
        `select table_name || '.' || column_name as at, data_type as type from information_schema.columns where table_schema = current_schema()`,
      )
    ).rows.map((one) => [one.at, one.type]),
  );
  return tablesOf(file).map((name) => {
    const columns = (file.pragma(`table_info(${quote(name)})`) as { name: string }[]).map(
      (one) => one.name,
    );
    return {
      name,
      columns,
      types: columns.map(
        (column) => there.get(`${name}.${column}`) ?? missing(`${name}.${column}`),
      ),
    };
  });
}
const missing = (what: string): never => {
  throw new Error(`the database has no ${what}`);
};

const toLite = (type: string, value: unknown): unknown =>
  value === null
    ? null
    : type === 'jsonb'
      ? JSON.stringify(value)
      : type === 'boolean'
        ? Number(value)
        : type === 'bigint'
          ? Number(value)
          : value;
const toPg = (type: string, value: unknown): unknown =>
  type === 'boolean' && value !== null ? value === 1 : value;

/**
 * Writes a transaction's view into a new file of schema version `tag`, synced when it returns.
 * @param client inside a transaction with a snapshot;
 * @param to must not exist
 * @returns names of the tables
 */
export async function copyForm(client: Client, to: SqliteFile, tag: string): Promise<string[]> {
  const file = openConnection(to);
  try {
    for (const pragma of ['synchronous=OFF', 'foreign_keys=OFF']) file.pragma(pragma);
    file.exec('begin');
    file.exec(
      'create table __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
    );
    for (const { sql, at, hash } of formOf('sqlite', tag)) {
      for (const statement of sql) file.exec(statement);
      file
        .prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
        .run(hash, at);
    }
    const tables = await pairs(client, file);
    for (const { name, columns, types } of tables) {
      file.exec(`delete from ${quote(name)}`);
      const insert = file.prepare(
        `insert into ${quote(name)} (${list(columns)}) values (${columns.map(() => '?').join(', ')})`,
      );
      await client.query(
        `declare form no scroll cursor for select ${list(columns)} from ${quote(name)}`,
      );
      for (;;) {
        const { rows } = await client.query<unknown[]>({
          text: `fetch ${FETCH} from form`,
          rowMode: 'array',
        });
        for (const row of rows) insert.run(row.map((value, at) => toLite(types[at]!, value)));
        if (rows.length < FETCH) break;
      }
      await client.query('close form');
    }
    file.exec('commit');
    return tables.map((one) => one.name);
  } finally {
    if (file.inTransaction) file.exec('rollback');
    file.pragma('journal_mode=DELETE');
    file.close();
    const fd = openSync(to.file, 'r+');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  }
}

/**
 * Creates the tables of a schema version in an empty database, as the migrator would.
 * @param client inside a transaction
 */
export async function makeForm(client: Client, tag: string): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { sql, at, hash } of formOf('pg', tag)) {
    for (const statement of sql) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, at],
    );
  }
}

/** Lists the functions of triggers, which migrations create next to their tables. */
async function triggerFunctions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Drops the tables, creates the schema version `tag` and inserts the rows of a file of that
 * version.
 * @param client inside a transaction: takes effect with its commit, or not at all
 * @param tables existing ones
 */
export async function refillForm(
  client: Client,
  from: Database.Database,
  tag: string,
  tables: readonly string[],
): Promise<void> {
  await client.query(`drop table ${list(tables)}`);
  for (const name of await triggerFunctions(client))
    await client.query(`drop function ${quote(name)}()`);
  await client.query('drop table drizzle.__drizzle_migrations');
  await makeForm(client, tag);
  for (const { name, columns, types } of await pairs(client, from)) {
    await client.query(`delete from ${quote(name)}`);
    const most = Math.max(1, Math.min(FETCH, Math.floor(MOST_VALUES / columns.length))),
      head = `insert into ${quote(name)} (${list(columns)}) values `;
    let values: unknown[] = [],
      rows = 0;
    const send = async (): Promise<void> => {
      if (rows > 0)
        await client.query(
          head +
            Array.from(
              { length: rows },
              (_, row) =>
                `(${columns.map((__, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
            ).join(', '),
          values,
        );
      values = [];
      rows = 0;
    };
    for (const row of from
      .prepare(`select ${list(columns)} from ${quote(name)}`)
      .raw()
      .iterate() as Iterable<unknown[]>) {
      for (const [at, value] of row.entries()) values.push(toPg(types[at]!, value));
      if (++rows === most) await send();
    }
    await send();
  }
}
