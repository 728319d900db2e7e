// Column types of both databases: one vocabulary, two dialects; the static type is always
// PostgreSQL's.

import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';

const bytea = pg.customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/**
 * Renders constants as a list of SQL literals, for the condition of a partial index and the query
 * that uses it: bound parameters would not.
 */
export const quoted = (words: readonly string[]): string =>
  words.map((w) => `'${w.replaceAll("'", "''")}'`).join(', ');

export const pgKit = {
  table: pg.pgTable,
  text: () => pg.text(),
  bool: () => pg.boolean(),
  int: () => pg.integer(),
  /** Instants in ms since 1970, money in cents: integers beyond 32 bits. */
  big: () => pg.bigint({ mode: 'number' }),
  /** Fractional numbers other than money: targets, point values. */
  real: () => pg.doublePrecision(),
  /** A calendar date, `YYYY-MM-DD`. */
  day: () => pg.text(),
  json: <T>() => pg.jsonb().$type<T>(),
  bytes: () => bytea(),
  index: pg.index,
  unique: pg.uniqueIndex,
  key: pg.primaryKey,
};
export type Kit = typeof pgKit;

export const liteKit = {
  table: lite.sqliteTable,
  text: () => lite.text(),
  bool: () => lite.integer({ mode: 'boolean' }),
  int: () => lite.integer(),
  big: () => lite.integer({ mode: 'number' }),
  real: () => lite.real(),
  day: () => lite.text(),
  json: () => lite.text({ mode: 'json' }),
  bytes: () => lite.blob({ mode: 'buffer' }),
  index: lite.index,
  unique: lite.uniqueIndex,
  key: lite.primaryKey,
} satisfies Record<keyof Kit, unknown> as unknown as Kit;
