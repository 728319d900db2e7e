// Tests that servers with different data folders do not work on one PostgreSQL database.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgres, type FreshDatabase } from '../../../../tests/support/postgres.ts';
import { holdDatabase, nameOfFolder, OtherFolder } from './one-folder.ts';

let database: FreshDatabase, work: string;
beforeAll(async () => {
  database = await freshPostgres();
  work = mkdtempSync(path.join(tmpdir(), 'molar-folder-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(work, { recursive: true });
});
const folder = (): string => mkdtempSync(path.join(work, 'data-'));
const hold = (data: string) => holdDatabase(database.url, data, () => undefined);

it('servers with one folder share the database; one with another folder or a copy is refused', async () => {
  const data = folder(),
    first = await hold(data),
    second = await hold(data);
  await expect(hold(folder())).rejects.toBeInstanceOf(OtherFolder);
  await first.letGo();
  const copy = path.join(work, 'copy');
  cpSync(data, copy, { recursive: true });
  await expect(hold(copy)).rejects.toBeInstanceOf(OtherFolder);
  await second.letGo();
  await expect
    .poll(() =>
      hold(copy).then(
        async (end) => {
          await end.letGo();
          return 'held';
        },
        () => 'refused',
      ),
    )
    .toBe('held');
});

it('of two folders that start at the same moment one is refused', async () => {
  const both = await Promise.allSettled([hold(folder()), hold(folder())]);
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const one of both) if (one.status === 'fulfilled') await one.value.letGo();
});

it('a server of an older version next to it is noticed until it ends', async () => {
  const data = folder(),
    own = await hold(data),
    older = new pg.Client({ connectionString: database.url });
  expect(await own.isEveryServerNew()).toBe(true);
  await older.connect();
  // As the version before took the database.
  await older.query('select pg_advisory_lock_shared(7205762, hashtext($1))', [nameOfFolder(data)]);
  expect(await own.isEveryServerNew()).toBe(false);
  const other = await hold(data);
  expect(await other.isEveryServerNew()).toBe(false);
  await older.end();
  await expect.poll(() => other.isEveryServerNew()).toBe(true);
  await own.letGo();
  await other.letGo();
  expect(await own.isEveryServerNew()).toBe(false);
});

it('the name of a folder stays', () => {
  const data = folder();
  expect(nameOfFolder(data)).toBe(nameOfFolder(data));
});
