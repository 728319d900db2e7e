// Prepared queries for the rows of one table.

import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Preparable } from '../prepared.ts';
import type { Schema } from '../schema.ts';
import type { Row, ScopedQuery, TenantTable } from '../scope.ts';
import type { Reader } from '../store.ts';

/**
 * Returns a query for rows of one practice that is compiled once per connection, for statements
 * that every question runs.
 * @param columns the columns to read; all without
 * @param more further conditions, with placeholders for values, and the order
 */
export const rowsQuery = <T extends TenantTable, K extends keyof Row<T> & string>(
  tableOf: (t: Schema) => T,
  columns?: readonly K[],
  more: (table: T) => { where?: SQL; orderBy?: SQL[] } = () => ({}),
): ScopedQuery<Reader, Pick<Row<T>, K>[]> => ({
  rowsOf: tableOf,
  build(db, t, own) {
    const table = tableOf(t),
      plain: PgTable = table,
      { where, orderBy = [] } = more(table),
      all = getTableColumns(plain) as Record<string, PgColumn>,
      chosen = columns ? Object.fromEntries(columns.map((name) => [name, all[name]!])) : all;
    return db
      .select(chosen)
      .from(plain)
      .where(own(table, where))
      .orderBy(...orderBy) as unknown as Preparable<Pick<Row<T>, K>[]>;
  },
});
