// Tests that servers with different data folders do not work on one PostgreSQL database.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
  await first();
  const copy = path.join(work, 'copy');
  cpSync(data, copy, { recursive: true });
  await expect(hold(copy)).rejects.toBeInstanceOf(OtherFolder);
  await second();
  await expect
    .poll(() =>
      hold(copy).then(
        async (end) => {
          await end();
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
  for (const one of both) if (one.status === 'fulfilled') await one.value();
});

it('the name of a folder stays', () => {
  const data = folder();
  expect(nameOfFolder(data)).toBe(nameOfFolder(data));
});
