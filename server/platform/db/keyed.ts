// Rows found and written by the values of their columns: all calls of one form share one text, which is built and compiled once.

import { and, eq, getTableColumns, getTableName, is, isNull, SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Values } from './prepared.ts';

/** Stands in a key for a column that holds nothing. */
export const NOTHING = Symbol('nothing');

/** Columns with their values: what form they have as a word, and the values for its places. */
export interface Part {
  form: string;
  values: Values;
}
type Given = Readonly<Record<string, unknown>>;

/** The cells of a row that is written; undefined where the database works one out. */
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
/** The same for the query builder, which puts the values in later. A column of JSON would write the word for an empty place. */
export const placesOf = (row: Given): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === null ? sql`null` : sql.placeholder(`cell ${name}`)]),
  );

/** Every row of the practice. */
export const ANY_ROW: Part = { form: '', values: {} };
/** What a row is found by. @throws Error where a value is missing, or all are: it would be a forgotten condition */
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
/** The condition with its values, for a text of its own. */
export const plainCondition = (table: PgTable, key: Given): SQL | undefined =>
  conditionOf(table, key, (name) => key[name]);
/** The condition with places for them. */
export const placedCondition = (table: PgTable, key: Given): SQL | undefined =>
  conditionOf(table, key, (name) => sql.placeholder(`key ${name}`));

/** Forms of one table that are kept; more are no forms, but a row of many columns that are empty now and then. */
const MOST_FORMS = 64;
const texts = new WeakMap<PgTable, Map<string, object>>();
/** Names the text of this form; undefined where it is not worth keeping. */
export function textOfForm(table: PgTable, form: string): object | undefined {
  let known = texts.get(table),
    text = known?.get(form);
  if (!known) texts.set(table, (known = new Map<string, object>()));
  if (!text && known.size < MOST_FORMS) known.set(form, (text = { form }));
  return text;
}
