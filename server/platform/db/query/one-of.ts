// A list of values as one parameter: a list of parameters has a different text for each length,
// each to be built, compiled and planned separately, and databases limit their number.

import { is, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Matches rows whose text in this column is one of the values; none for an empty list. */
export function oneOf(column: PgColumn, values: readonly string[]): SQL {
  return is(column, SQLiteColumn)
    ? sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${column} = any(${sql.param([...values])}::text[])`;
}

/**
 * Reads objects of a JSON text, the value `name` of a prepared query, as rows to join `table` to:
 * the FROM item, and an expression for a field of a row.
 */
export function jsonRows(
  table: PgTable,
  name: string,
): { from: SQL; text(field: string): SQL<string>; int(field: string): SQL<number> } {
  const isLite = is(table, SQLiteTable),
    given = sql.placeholder(name),
    cell = (field: string): SQL => sql.raw(`(given${isLite ? '.value' : ''} ->> '${field}')`);
  return {
    from: isLite
      ? sql`json_each(${given}) given`
      : sql`jsonb_array_elements(${given}::jsonb) given`,
    text: (field) => sql<string>`${cell(field)}`,
    int: (field) => (isLite ? sql<number>`${cell(field)}` : sql<number>`${cell(field)}::int`),
  };
}
