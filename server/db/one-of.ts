// A list of values as one parameter: a list of parameters is a text of its own for each length, to be built, compiled and planned anew, and no database takes any number of them.

import { is, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Rows whose text in this column is one of the values; none where there is no value. */
export function oneOf(column: PgColumn, values: readonly string[]): SQL {
  return is(column, SQLiteColumn) ? sql`${column} in (select value from json_each(${JSON.stringify(values)}))` : sql`${column} = any(${sql.param([...values])}::text[])`;
}
