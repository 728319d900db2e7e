/** Tests that the migration generator sees every table of the schema. */
import { getTableName, type Table } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { pgSchema } from './schema.ts';
import * as lite from './schema.lite.ts';
import * as pg from './schema.pg.ts';

it.each([
  ['lite', lite],
  ['pg', pg],
])('every table is listed for %s', (_name, listed) => {
  const names = (tables: object): string[] =>
    Object.values(tables)
      .map((table): string => getTableName(table as Table))
      .sort((a, b) => a.localeCompare(b));
  expect(names(listed)).toEqual(names(pgSchema));
});
