/**
 * Tests row-level security: the role that serves sees, changes and adds rows of the practice that
 * its transaction named, in every table, and no row without one. Table by table, as the schema says.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { eq, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshPostgres,
  runSql,
  servingUrl,
  type FreshDatabase,
} from '../../../../tests/support/postgres.ts';
import { copyPostgres } from '../carry/carry-database.ts';
import { openStore } from '../open-store.ts';
import { openReading } from '../read-only.ts';
import { pgSchema } from '../schema.ts';
import { scopeReader, scopeStore, scopeWriter, type TenantTable } from '../scope.ts';
import type { Store } from '../store.ts';
import { TABLES } from './wall.ts';

let database: FreshDatabase, app: pg.Client, owner: pg.Client, store: Store;
const TENANT = TABLES.filter(({ hasTenant }) => hasTenant).map(({ name }) => name);
const { patient, attempt } = pgSchema;

/** Inserts a generated row of a practice; keys of texts, so that two practices can have the same. */
async function fill(table: string, cid: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  const valueOf = ({ name, type }: { name: string; type: string }): unknown => {
    if (name === 'cid') return cid;
    if (type === 'boolean') return true;
    if (/int|double|numeric/.test(type)) return 1;
    if (type === 'jsonb') return '{}';
    return type === 'bytea' ? Buffer.from(cid) : `${name} ${cid}`;
  };
  await owner.query(
    `insert into "${table}" (${rows.map(({ name }) => `"${name}"`).join(', ')}) values (${rows.map((_, i) => `$${i + 1}`).join(', ')}) on conflict do nothing`,
    rows.map(valueOf),
  );
}

beforeAll(async () => {
  database = await freshPostgres();
  const url = servingUrl(database.url);
  store = await openStore({ url, ownerUrl: database.url });
  app = new pg.Client({ connectionString: url });
  owner = new pg.Client({ connectionString: database.url });
  await app.connect();
  await owner.connect();
  for (const table of TENANT) for (const cid of ['own', 'foreign']) await fill(table, cid);
}, 60_000);
afterAll(async () => {
  await app.end();
  await owner.end();
  await store.close();
  await database.drop();
});

/** Runs statements as the role that serves and takes them back. */
async function as(tenant: string | undefined, work: () => Promise<void>): Promise<void> {
  await app.query('begin');
  try {
    if (tenant !== undefined)
      await app.query(`select set_config('molar.tenant', $1, true)`, [tenant]);
    await work();
  } finally {
    await app.query('rollback');
  }
}
const countOf = async (text: string): Promise<number> => (await app.query(text)).rowCount ?? 0;
const refusal = (text: string): Promise<string> =>
  app.query(text).then(
    () => 'done',
    (error: Error) => error.message,
  );

describe('every table of a practice', () => {
  it('is found in the database: no table with a practice is missing here', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_attribute a join pg_class c on c.oid = attrelid where attname = 'cid' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(TENANT.toSorted());
    expect(TENANT.length).toBeGreaterThan(100);
  });

  it.each(TENANT)('%s shows rows of the named practice only, without one none', async (table) => {
    await as('own', async () => {
      const { rows } = await app.query<{ cid: string }>(`select cid from "${table}"`);
      expect(rows).toEqual([{ cid: 'own' }]);
    });
    for (const tenant of [undefined, '', 'other'])
      await as(tenant, async () => {
        expect(await countOf(`select 1 from "${table}"`)).toBe(0);
      });
  });

  it.each(TENANT)('%s lets no foreign row be changed, deleted or added', async (table) => {
    await as('own', async () => {
      expect(await countOf(`update "${table}" set cid = cid where cid = 'foreign'`)).toBe(0);
      expect(await countOf(`delete from "${table}" where cid = 'foreign'`)).toBe(0);
      await app.query('savepoint before');
      expect(
        await refusal(
          `insert into "${table}" select (jsonb_populate_record(t, '{"cid":"foreign"}')).* from "${table}" t`,
        ),
      ).toContain('row-level security');
      await app.query('rollback to savepoint before');
    });
  });

  it('cannot be opened by the role that serves', async () => {
    for (const text of [
      'alter table patient disable row level security',
      'drop policy molar_tenant on patient',
      'truncate patient',
      'alter table audit disable trigger all',
      'set role postgres',
      'set row_security = off; select 1 from patient',
    ])
      expect([text, await refusal(text)]).not.toEqual([text, 'done']);
    await app.query('reset row_security');
  });
});

describe('the store', () => {
  it('a query that forgets its practice finds no foreign row, inside and outside of a transaction', async () => {
    const forgot = {
      build: (db: Parameters<typeof scopeReader>[0]) =>
        db.select({ cid: patient.cid }).from(patient),
    };
    expect(await scopeStore(store, 'own').run(forgot, pgSchema, {})).toEqual([{ cid: 'own' }]);
    const inside = await store.write((db) => db.select({ cid: patient.cid }).from(patient), 'own');
    expect(inside).toEqual([{ cid: 'own' }]);
  });

  it('a write with a foreign practice is refused by the database', async () => {
    await expect(
      store.write(
        (db) => scopeWriter(db, 'foreign').update(patient, { city: 'x' }, sql`true`),
        'own',
      ),
    ).resolves.toEqual([]);
    const { rows } = await owner.query<{ city: string }>(
      `select city from patient where cid = 'foreign'`,
    );
    expect(rows).toEqual([{ city: 'city foreign' }]);
  });

  it('many calls of two practices on the same connections see their own rows each', async () => {
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const cid = i % 2 ? 'own' : 'foreign';
        const forgot = await (i % 3
          ? store.reading!(cid, async () => store.read.select({ cid: patient.cid }).from(patient))
          : store.write((db) => db.select({ cid: patient.cid }).from(patient), cid));
        return [cid, forgot];
      }),
    );
    for (const [cid, rows] of seen) expect(rows).toEqual([{ cid }]);
  });

  it('statements that a transaction starts together keep their practices', async () => {
    const found = await store.write(async (db) => {
      const all = () => db.select({ cid: patient.cid }).from(patient).orderBy(patient.cid);
      return Promise.all([
        all(),
        store.write((tx) => tx.select({ cid: patient.cid }).from(patient).orderBy(patient.cid)),
        all(),
        store.write((tx) => tx.select().from(attempt)),
        all(),
      ]);
    }, 'own');
    const own = [{ cid: 'own' }];
    expect(found).toEqual([own, [{ cid: 'foreign' }, { cid: 'own' }], own, [], own]);
  });

  it('a failed statement leaves a connection that works, with no practice', async () => {
    await expect(
      store.reading!('own', async () => store.read.select({ x: sql`1 / 0` }).from(patient)),
    ).rejects.toThrow();
    expect(await scopeStore(store, 'own').count(patient)).toBe(1);
    expect(await store.read.select({ cid: patient.cid }).from(patient)).toHaveLength(2);
  });

  it('a backup by the role that serves holds the rows of all practices', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'molar-wall-')),
      file = path.join(folder, 'copy.db');
    await copyPostgres(servingUrl(database.url), { file });
    const copy = new Database(file, { readonly: true });
    for (const table of TENANT)
      expect(copy.prepare(`select cid from "${table}" order by cid`).pluck().all()).toEqual([
        'foreign',
        'own',
      ]);
    copy.close();
    rmSync(folder, { recursive: true });
  });

  it('the readers of reports and commands see all practices', async () => {
    const reading = await openReading({ url: servingUrl(database.url) });
    expect(await reading.read.select().from(patient)).toHaveLength(2);
    expect(await reading.read.select().from(patient).where(eq(patient.cid, 'own'))).toHaveLength(1);
    await reading.close();
  });
});

describe('opening', () => {
  it('a second start changes nothing and needs no owner', async () => {
    const forms = (): Promise<unknown> =>
      runSql(database.url, `select oid, xmin from pg_class where relkind = 'r' order by 1`);
    const before = await forms();
    await (await openStore({ url: servingUrl(database.url), ownerUrl: database.url })).close();
    const second = await openStore({ url: servingUrl(database.url) });
    expect(await scopeStore(second, 'own').count(patient)).toBe(1);
    await second.close();
    expect(await forms()).toEqual(before);
  });

  it('a table that lost its policy has it again after the next start', async () => {
    await runSql(database.url, 'drop policy molar_tenant on patient');
    expect(await scopeStore(store, 'own').count(patient)).toBe(0);
    await (await openStore({ url: servingUrl(database.url), ownerUrl: database.url })).close();
    expect(await scopeStore(store, 'own').count(patient)).toBe(1);
  });

  it('a role that passes by policies, or owns the tables, is refused', async () => {
    await expect(openStore({ url: database.url, ownerUrl: database.url })).rejects.toThrow(
      'SUPERUSER',
    );
    const own = await freshPostgres();
    await runSql(own.url, 'grant all on database ' + own.name + ' to molar_app');
    await runSql(own.url, 'grant all on schema public to molar_app');
    await expect(
      openStore({ url: servingUrl(own.url), ownerUrl: servingUrl(own.url) }),
    ).rejects.toThrow('zwei Rollen');
    await own.drop();
  });

  it('the owner of the tables works as before, without a wall', async () => {
    const alone = await openStore({ url: database.url });
    expect(alone.reading).toBeUndefined();
    expect(await scopeReader(alone.read, 'own').count(patient)).toBe(1);
    await alone.close();
    expect(TENANT).toContain(getTableName(patient as PgTable & TenantTable));
  });
});
