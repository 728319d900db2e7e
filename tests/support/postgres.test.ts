/** The PostgreSQL of the test run is a real one and databases are isolated. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshPostgres, lentPostgres } from './postgres.ts';

test('each test has its own empty PostgreSQL database', async () => {
  const [one, two] = await Promise.all([freshPostgres(), freshPostgres()]);
  const first = new pg.Client({ connectionString: one.url });
  const second = new pg.Client({ connectionString: two.url });
  await Promise.all([first.connect(), second.connect()]);
  try {
    await first.query('CREATE TABLE only_here (id int)');
    await expect(second.query('SELECT * FROM only_here')).rejects.toThrow(/does not exist/);
    const version = await first.query<{ server_version: string }>('SHOW server_version');
    expect(version.rows[0]?.server_version).toMatch(/^18/);
  } finally {
    await Promise.all([first.end(), second.end()]);
    await Promise.all([one.drop(), two.drop()]);
  }
});

test('a pooled database is emptied of undeletable rows too, and dropped once its schema was changed', async () => {
  const from = await freshPostgres(),
    maker = new pg.Client({ connectionString: from.url });
  await maker.connect();
  await maker.query(`CREATE TABLE above (id int PRIMARY KEY); CREATE TABLE below (id int REFERENCES above);
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'never'; END $$;
    CREATE TRIGGER kept BEFORE DELETE ON above FOR EACH ROW EXECUTE FUNCTION refuse();
    CREATE TRIGGER kept_whole BEFORE TRUNCATE ON above FOR EACH STATEMENT EXECUTE FUNCTION refuse()`);
  await maker.end();
  const lent = await lentPostgres(from),
    user = async (work: string): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: lent.url });
      client.on('error', () => undefined);
      await client.connect();
      await client.query(work);
      return client;
    };
  try {
    // Another connection is in the middle of a transaction and locks the rows to be removed.
    const late = await user(
      'INSERT INTO above VALUES (1); INSERT INTO below VALUES (1); BEGIN; INSERT INTO above VALUES (2)',
    );
    expect(await lent.empty()).toBe(true);
    await expect(late.query('COMMIT')).rejects.toThrow();
    const next = await user('SELECT 1');
    expect((await next.query('SELECT id FROM above UNION ALL SELECT id FROM below')).rows).toEqual(
      [],
    );
    await expect(next.query('DELETE FROM above')).resolves.toBeDefined();
    await next.query('INSERT INTO above VALUES (3)');
    await expect(next.query('DELETE FROM above')).rejects.toThrow('never');
    for (const change of [
      'ALTER TABLE above DISABLE TRIGGER kept',
      'ALTER TABLE below ADD more int',
      'CREATE INDEX ON below (id)',
      'CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$',
    ]) {
      const one = await lentPostgres(from),
        changer = new pg.Client({ connectionString: one.url });
      changer.on('error', () => undefined);
      await changer.connect();
      await changer.query(change);
      expect([change, await one.empty()]).toEqual([change, false]);
      await one.drop();
    }
  } finally {
    await lent.drop();
    await from.drop();
  }
});
