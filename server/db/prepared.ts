// Queries that are built and compiled once for each connection and run often: making them costs more than running them.

import { fillPlaceholders } from 'drizzle-orm';

/** Values for the `sql.placeholder` names of a query. */
export type Values = Record<string, unknown>;
interface Ready<R> { execute(values?: Values): PromiseLike<R> }
/** What SQLite's prepared queries say of themselves. */
interface Text { getQuery(): { sql: string; params: unknown[] } }
/** What the query builder makes of a query without its values. */
export interface Preparable<R> { prepare(name: string): Ready<R> }

const made = new WeakMap<object, Map<object, Ready<unknown>>>();

function readyOf<R>(db: object, key: object, build: () => Preparable<R>): Ready<R> {
  let known = made.get(db);
  if (!known) made.set(db, known = new Map<object, Ready<unknown>>());
  let ready = known.get(key) as Ready<R> | undefined;
  // Without a name PostgreSQL keeps nothing on its side, so that a pooler between may hand out any connection.
  if (!ready) known.set(key, ready = build().prepare(''));
  return ready;
}

/** Runs the query named by `key` with its values; `build` is called at its first use on this connection (on PostgreSQL: in this transaction). */
export async function runPrepared<R>(db: object, key: object, build: () => Preparable<R>, values?: Values): Promise<R> {
  return readyOf(db, key, build).execute(values);
}

/** The same as words for another connection to the same SQLite file: its text and values as the driver takes them. */
export function spellPrepared(db: object, key: object, build: () => Preparable<unknown>, values: Values): { sql: string; params: unknown[] } {
  const { sql, params } = (readyOf(db, key, build) as Ready<unknown> & Text).getQuery();
  return { sql, params: fillPlaceholders(params, values) };
}
