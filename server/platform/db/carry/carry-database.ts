// Copies a whole database between PostgreSQL and a SQLite file of the same schema: backups are such
// files, whatever engine the practice uses.

import { closeSync, fsyncSync, openSync } from 'node:fs';
import { toSnakeCase } from 'drizzle-orm/casing';
import {
  getTableConfig as liteConfig,
  type SQLiteColumn,
  type SQLiteTable,
} from 'drizzle-orm/sqlite-core';
import { getTableConfig as pgConfig, type PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { openFile, type SqliteFile } from '../file/open-file.ts';
import { liteKit } from '../kit.ts';
import { defineSchema, pgSchema } from '../schema.ts';
import { appliedPg } from '../postgres.ts';
import { knownMigrations, migrationState } from '../migrations.ts';
import { openStore } from '../open-store.ts';
import { SEE_EVERY_TENANT } from '../postgres/tenants.ts';

/** The target database is not empty, or has an unknown schema. */
export class WrongDatabase extends Error {}

interface Pair {
  name: string;
  lite: readonly SQLiteColumn[];
  pg: ReturnType<typeof pgConfig>['columns'];
  names: string[];
}
const nameOf = (column: { name: string; keyAsName: boolean }): string =>
  column.keyAsName ? toSnakeCase(column.name) : column.name;

/** Pairs of tables of both dialects, with their columns in the same order. */
function pairs(): Pair[] {
  const lite = defineSchema(liteKit) as unknown as Record<string, SQLiteTable>;
  return Object.entries(pgSchema as unknown as Record<string, PgTable>).map(([key, table]) => {
    const there = pgConfig(table),
      here = liteConfig(lite[key]!);
    return {
      name: there.name,
      lite: here.columns,
      pg: there.columns,
      names: there.columns.map(nameOf),
    };
  });
}

/** Rows per fetch; a row of an op may be a megabyte. */
const FETCH = 500;
/** PostgreSQL's limit of values in one statement. */
const MOST_VALUES = 60_000;
const quote = (name: string): string => `"${name}"`;

/**
 * Writes a snapshot of the database into a new file, synced when it returns. Does not block other
 * users.
 * @param to must not exist
 * @throws WrongDatabase when the schema is not this program's
 */
export async function copyPostgres(url: string, to: SqliteFile): Promise<void> {
  // The file's own migrations make it equal to any other backup.
  await (await openStore(to)).close();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 }),
    file = openFile(to);
  try {
    await client.connect();
    await client.query(SEE_EVERY_TENANT);
    const state = migrationState(await appliedPg(client), knownMigrations('pg'));
    if (state.isNewer || state.pending.length > 0)
      throw new WrongDatabase('the database has another form than this program');
    for (const pragma of ['synchronous=OFF', 'foreign_keys=OFF']) file.pragma(pragma);
    await client.query('begin isolation level repeatable read read only');
    file.exec('begin');
    for (const { name, lite, pg: columns, names } of pairs()) {
      file.exec(`delete from ${quote(name)}`);
      const insert = file.prepare(
        `insert into ${quote(name)} (${names.map(quote).join(', ')}) values (${names.map(() => '?').join(', ')})`,
      );
      await client.query(
        `declare rows no scroll cursor for select ${names.map(quote).join(', ')} from ${quote(name)}`,
      );
      for (;;) {
        const { rows } = await client.query<unknown[]>({
          text: `fetch ${FETCH} from rows`,
          rowMode: 'array',
        });
        for (const row of rows)
          insert.run(
            row.map((value, at) =>
              value === null
                ? null
                : lite[at]!.mapToDriverValue(columns[at]!.mapFromDriverValue(value)),
            ),
          );
        if (rows.length < FETCH) break;
      }
      await client.query('close rows');
    }
    file.exec('commit');
    await client.query('commit');
  } finally {
    file.pragma('journal_mode=DELETE');
    file.close();
    await client.end().catch(() => undefined);
  }
  const fd = openSync(to.file, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Checks that a database contains no rows of a practice, as after a fresh migration. */
async function isEmpty(client: pg.Client): Promise<boolean> {
  for (const { name } of pairs()) {
    if (name === 'installation') continue;
    if ((await client.query(`select 1 from ${quote(name)} limit 1`)).rowCount !== 0) return false;
  }
  return true;
}

/**
 * Checks that the target database is empty.
 * @throws WrongDatabase when it contains rows; it is migrated first
 */
export async function mustBeEmpty(url: string): Promise<void> {
  await (await openStore({ url })).close();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  await client.query(SEE_EVERY_TENANT);
  try {
    if (!(await isEmpty(client))) throw new WrongDatabase('the database is not empty');
  } finally {
    await client.end();
  }
}

/**
 * Copies the rows of a SQLite file of this program's schema into an empty PostgreSQL database,
 * atomically.
 * @throws WrongDatabase when it contains rows
 */
export async function fillPostgres(from: SqliteFile, url: string): Promise<void> {
  await (await openStore({ url })).close();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 }),
    file = openFile(from, { readonly: true, fileMustExist: true });
  try {
    await client.connect();
    await client.query(SEE_EVERY_TENANT);
    await client.query('begin');
    if (!(await isEmpty(client))) throw new WrongDatabase('the database is not empty');
    for (const { name, lite, pg: columns, names } of pairs()) {
      // A new database has an installation, and a trigger wrote the count of changed records.
      await client.query(`delete from ${quote(name)}`);
      const most = Math.max(1, Math.min(FETCH, Math.floor(MOST_VALUES / names.length))),
        head = `insert into ${quote(name)} (${names.map(quote).join(', ')}) values `;
      let values: unknown[] = [],
        rows = 0;
      const send = async (): Promise<void> => {
        if (rows === 0) return;
        await client.query(
          head +
            Array.from(
              { length: rows },
              (_, row) =>
                `(${names.map((__, at) => `$${row * names.length + at + 1}`).join(', ')})`,
            ).join(', '),
          values,
        );
        values = [];
        rows = 0;
      };
      for (const row of file
        .prepare(`select ${names.map(quote).join(', ')} from ${quote(name)}`)
        .raw()
        .iterate() as Iterable<unknown[]>) {
        for (const [at, value] of row.entries())
          values.push(
            value === null
              ? null
              : columns[at]!.mapToDriverValue(lite[at]!.mapFromDriverValue(value)),
          );
        rows += 1;
        if (rows === most) await send();
      }
      await send();
    }
    await client.query('commit');
  } finally {
    file.close();
    await client.end().catch(() => undefined);
  }
}
