/** Proves that the PostgreSQL of the test run is a real one and that databases are apart. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshPostgres } from './postgres.ts';

test('each test has an empty PostgreSQL database of its own', async () => {
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
