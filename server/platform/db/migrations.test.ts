/**
 * Tests that migrations produce the schema of `server/platform/db/schema`, and that the database
 * itself protects append-only rows.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { freshPostgres } from '../../../tests/support/postgres.ts';
import { asc } from 'drizzle-orm';
import { openTestStore, type StoreKind } from '../../../tests/support/stores.ts';
import { knownMigrations, migrationsFolder } from './migrations.ts';
import { scopeReader, scopeWriter, type NewRow, type ScopedWriter } from './scope.ts';
import * as liteTables from './schema.lite.ts';
import * as pgTables from './schema.pg.ts';

/** Tables whose rows are never changed or deleted. */
const INSERT_ONLY = ['audit', 'invoice_document', 'invoice_file'];
const STORE_KINDS: StoreKind[] = ['sqlite', 'postgres'];
const EMPTY_PG = generateDrizzleJson({}, undefined, undefined, 'snake_case');
const statementsOf = (dialect: 'sqlite' | 'pg'): string[] =>
  readMigrationFiles({ migrationsFolder: migrationsFolder(dialect) }).flatMap((one) => one.sql);

/**
 * Describes every object by its name; quotes, line breaks and the order of columns do not count.
 */
type Form = Record<string, unknown>;
function liteForm(statements: readonly string[]): Form {
  const db = new Database(':memory:');
  const form: Form = {};
  for (const statement of statements) db.exec(statement);
  for (const { type, name, sql } of db
    .prepare('select type, name, sql from sqlite_master')
    .all() as { type: string; name: string; sql: string | null }[]) {
    if (type !== 'table') {
      form[`${type} ${name}`] = sql?.replaceAll(/["`]/g, '').replaceAll(/\s+/g, ' ');
      continue;
    }
    for (const column of db
      .prepare('select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?)')
      .all(name) as { name: string }[])
      form[`column ${name}.${column.name}`] = column;
    form[`keys ${name}`] = (
      db
        .prepare(
          'select "table", "from", "to", on_update, on_delete from pragma_foreign_key_list(?)',
        )
        .all(name) as object[]
    )
      .map((key) => JSON.stringify(key))
      .sort();
  }
  db.close();
  return form;
}
async function pgForm(statements: readonly string[]): Promise<Form> {
  const own = await freshPostgres();
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    const all = async (text: string): Promise<unknown[]> =>
      (await client.query<Record<string, unknown>>(text)).rows;
    return {
      columns: await all(
        `select table_name, column_name, udt_name, is_nullable, column_default, is_identity, generation_expression from information_schema.columns where table_schema = 'public' order by 1, 2`,
      ),
      indexes: await all(
        `select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
      ),
      // PostgreSQL invents the names of NOT NULL constraints in the order of their creation.
      constraints: await all(
        `select conrelid::regclass::text as at, case contype when 'n' then '' else conname end as name, pg_get_constraintdef(oid) as says from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2, 3`,
      ),
    };
  } finally {
    await client.end();
    await own.drop();
  }
}

describe('the schema', () => {
  it('equals the result of the SQLite migrations', async () => {
    const said = liteForm(
      await generateSQLiteMigration(
        await generateSQLiteDrizzleJson({}, undefined, 'snake_case'),
        await generateSQLiteDrizzleJson(liteTables, undefined, 'snake_case'),
      ),
    );
    const made = Object.entries(liteForm(statementsOf('sqlite'))).filter(
      ([name]) => !name.startsWith('trigger '),
    );
    expect(Object.fromEntries(made)).toEqual(said);
  });

  it('equals the result of the PostgreSQL migrations', async () => {
    const said = await generateMigration(
      EMPTY_PG,
      generateDrizzleJson(pgTables, undefined, undefined, 'snake_case'),
    );
    expect(await pgForm(statementsOf('pg'))).toEqual(await pgForm(said));
  });

  it.each([
    ['sqlite', () => generateSQLiteDrizzleJson(liteTables, undefined, 'snake_case')],
    [
      'pg',
      () => Promise.resolve(generateDrizzleJson(pgTables, undefined, undefined, 'snake_case')),
    ],
  ] as const)(
    'equals the newest snapshot of %s: the generator finds no difference',
    async (dialect, now) => {
      const meta = path.join(migrationsFolder(dialect), 'meta');
      const snapshots = readdirSync(meta)
        .filter((name) => name.endsWith('_snapshot.json'))
        .sort();
      const own = { id: '', prevId: '', _meta: '' };
      expect(snapshots.length).toBeLessThanOrEqual(2);
      expect({
        ...(JSON.parse(readFileSync(path.join(meta, snapshots.at(-1)!), 'utf8')) as object),
        ...own,
      }).toEqual({ ...(JSON.parse(JSON.stringify(await now())) as object), ...own });
    },
  );
});

it.each(['sqlite', 'pg'] as const)(
  'every migration of %s has its file, and every file is known',
  (dialect) => {
    const folder = migrationsFolder(dialect);
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .sort(),
    ).toEqual(knownMigrations(dialect).map((one) => `${one.tag}.sql`));
    expect(existsSync(path.join(folder, 'meta/_journal.json'))).toBe(true);
  },
);

describe('append-only rows', () => {
  it('are protected against update and delete in SQLite', () => {
    const triggers = Object.entries(liteForm(statementsOf('sqlite'))).flatMap(([name, text]) =>
      name.startsWith('trigger ') && !name.startsWith('trigger patient_counts_')
        ? [String(text)]
        : [],
    );
    const guards = INSERT_ONLY.flatMap((table) => [
      expect.stringMatching(new RegExp(`BEFORE DELETE ON ${table} BEGIN SELECT RAISE\\(ABORT`)),
      expect.stringMatching(new RegExp(`BEFORE UPDATE ON ${table} BEGIN SELECT RAISE\\(ABORT`)),
    ]);
    expect(triggers.sort()).toEqual(guards);
  });

  it('are protected against update, delete and truncate in PostgreSQL', async () => {
    const own = await freshPostgres();
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    try {
      for (const statement of statementsOf('pg')) await client.query(statement);
      const { rows } = await client.query<{ table: string; event: string }>(
        `select event_object_table as table, event_manipulation as event from information_schema.triggers where trigger_schema = 'public' and action_timing = 'BEFORE' and trigger_name <> 'patient_counts_change' order by 1, 2`,
      );
      expect(rows).toEqual(
        INSERT_ONLY.flatMap((table) => [
          { table, event: 'DELETE' },
          { table, event: 'UPDATE' },
        ]),
      );
      for (const table of INSERT_ONLY)
        await expect(client.query(`truncate "${table}" cascade`)).rejects.toThrow(
          'never changed or removed',
        );
    } finally {
      await client.end();
      await own.drop();
    }
  });
});

describe.each(STORE_KINDS)('the count of changed records (%s)', (kind) => {
  it('goes up with every write, marks the written row, and knows the last deletion', async () => {
    const { store, drop } = await openTestStore(kind),
      { t } = store,
      tx = <T>(cid: string, work: (w: ScopedWriter) => Promise<T>): Promise<T> =>
        store.write((db) => work(scopeWriter(db, cid)), cid),
      seen = async (cid: string) => {
        const db = scopeReader(store.read, cid),
          version = await db.one(t.patientVersion);
        return [
          version?.rev ?? 0,
          version?.gone ?? 0,
          ...(await db.find(t.patient, undefined, { orderBy: asc(t.patient.patid) })).map(
            ({ patid, rev }) => `${patid} ${(version?.rev ?? 0) - (rev ?? 0)}`,
          ),
        ];
      };
    const row = (patid: string): NewRow<typeof t.patient> => ({
      patid,
      title: '',
      firstName: '',
      lastName: 'Weber',
      geburtsdatum: '',
      street: '',
      plz: '',
      city: '',
      herkunft: 'hand',
      createdAt: 1,
      search: ' weber ',
    });
    const { t: schema } = store;
    await tx('a', (w) => w.insert(schema.patient, row('1')));
    await tx('b', (w) => w.insert(schema.patient, row('1')));
    expect(await seen('a')).toEqual([1, 0, '1 0']);
    await tx('a', (w) => w.insert(schema.patient, row('2')));
    expect(await seen('a')).toEqual([2, 0, '1 1', '2 0']);
    await tx('a', (w) => w.update(schema.patient, { city: 'Kiel' }, { patid: '1' }));
    expect(await seen('a')).toEqual([3, 0, '1 0', '2 1']);
    // Written with all values of the row, as an older program or a restore does.
    await tx('a', (w) => w.update(schema.patient, { ...row('2'), city: 'Bonn' }, { patid: '2' }));
    expect(await seen('a')).toEqual([4, 0, '1 1', '2 0']);
    await expect(
      tx('a', async (w) => {
        await w.update(schema.patient, { city: 'Ulm' }, { patid: '2' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await seen('a')).toEqual([4, 0, '1 1', '2 0']);
    await tx('a', async (w) => {
      await w.remove(schema.patient, { patid: '1' });
      await w.update(schema.patient, { city: 'Ulm' }, { patid: '2' });
    });
    const [rev, gone, ...rows] = await seen('a');
    expect([Number(gone) > 4, Number(rev) >= Number(gone), rows]).toEqual([true, true, ['2 0']]);
    expect(await seen('b')).toEqual([1, 0, '1 0']);
    // A copy of a database brings its own counts.
    await tx('c', async (w) => {
      await w.insert(schema.patient, { ...row('1'), rev: 7 });
      await w.insert(schema.patientVersion, { rev: 9, gone: 3 });
    });
    expect(await seen('c')).toEqual([9, 3, '1 2']);
    await drop();
  });
});
