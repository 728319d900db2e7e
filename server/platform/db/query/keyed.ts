// Rows found and written by column values: all calls of one shape share one text, which is built
// and compiled once.

import { and, eq, getTableColumns, getTableName, is, isNull, SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Values } from '../prepared.ts';

/** Marks a NULL column in a cache key. */
export const NOTHING = Symbol('nothing');

/** Columns with their values: the cache key of their shape, and the values of its placeholders. */
export interface Part {
  form: string;
  values: Values;
}
type Given = Readonly<Record<string, unknown>>;

/** Returns the cells of a written row; undefined if the database computes one. */
export function cellsOf(row: Given): Part | undefined {
  const values: Values = {};
  let form = '';
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (value === undefined) continue;
    if (is(value, SQL)) return undefined;
    form += value === null ? ` ${name}-` : ` ${name}`;
    if (value !== null) values[`cell ${name}`] = value;
  }
  return { form, values };
}
/**
 * Returns the same for the query builder, which fills in the values later. A JSON column would
 * write the JSON word null for an empty value.
 */
export const placesOf = (row: Given): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === null ? sql`null` : sql.placeholder(`cell ${name}`)]),
  );

/** Matches every row of the practice. */
export const ANY_ROW: Part = { form: '', values: {} };
/**
 * Returns the columns that select rows.
 * @throws Error if a value is missing, or all are: it would be a forgotten condition
 */
export function keyOf(table: PgTable, key: Given = {}): Part {
  const values: Values = {};
  let form = '';
  for (const name of Object.keys(key)) {
    const value = key[name];
    if (value === undefined || value === null)
      throw new Error(`a row of ${getTableName(table)} is asked for by no ${name}`);
    form += value === NOTHING ? ` ${name}-` : ` ${name}`;
    if (value !== NOTHING) values[`key ${name}`] = value;
  }
  if (form === '') throw new Error(`rows of ${getTableName(table)} are asked for by nothing`);
  return { form, values };
}
const conditionOf = (
  table: PgTable,
  key: Given,
  of: (name: string) => unknown,
): SQL | undefined => {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  return and(
    ...Object.keys(key).map((name) =>
      key[name] === NOTHING ? isNull(columns[name]!) : eq(columns[name]!, of(name)),
    ),
  );
};
/** Returns the condition with its values, for an uncached text. */
export const plainCondition = (table: PgTable, key: Given): SQL | undefined =>
  conditionOf(table, key, (name) => key[name]);
/** Returns the condition with placeholders. */
export const placedCondition = (table: PgTable, key: Given): SQL | undefined =>
  conditionOf(table, key, (name) => sql.placeholder(`key ${name}`));

/** Cached shapes per table; more are caused by a row of many nullable columns. */
const MOST_FORMS = 64;
const texts = new WeakMap<PgTable, Map<string, object>>();
/** Returns the cache key of this shape; undefined if it is not worth caching. */
export function textOfForm(table: PgTable, form: string): object | undefined {
  let known = texts.get(table),
    text = known?.get(form);
  if (!known) texts.set(table, (known = new Map<string, object>()));
  if (!text && known.size < MOST_FORMS) known.set(form, (text = { form }));
  return text;
}
