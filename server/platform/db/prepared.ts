// Queries that are built and compiled once per connection and run often: building costs more than
// running them.

import { is, Param, Placeholder } from 'drizzle-orm';

/** Values of the `sql.placeholder` names of a query. */
export type Values = Record<string, unknown>;
interface Ready<R> {
  execute(values?: Values): PromiseLike<R>;
}
/** Internals of SQLite's prepared queries. */
interface Text {
  getQuery(): { sql: string; params: unknown[] };
}
/** The query builder's output for a query without its values. */
export interface Preparable<R> {
  prepare(name: string): Ready<R>;
}

const made = new WeakMap<object, Map<object, Ready<unknown>>>();

function readyOf<R>(db: object, key: object, build: () => Preparable<R>): Ready<R> {
  let known = made.get(db);
  if (!known) made.set(db, (known = new Map<object, Ready<unknown>>()));
  let ready = known.get(key) as Ready<R> | undefined;
  // Without a name PostgreSQL caches nothing on its side, so that a connection pooler may be used.
  if (!ready) known.set(key, (ready = build().prepare('')));
  return ready;
}

/**
 * Runs the query cached under `key` with its values; `build` is called at its first use on this
 * connection (on PostgreSQL: in this transaction).
 */
export async function runPrepared<R>(
  db: object,
  key: object,
  build: () => Preparable<R>,
  values?: Values,
): Promise<R> {
  return readyOf(db, key, build).execute(values);
}

/**
 * Compiled binding of a prepared query's values: inspecting each of its parameters costs more than
 * the statement itself.
 */
type Fill = (values: Values) => unknown;
const spelled = new WeakMap<object, { sql: string; fills: Fill[] }>();
const given = (values: Values, name: string): unknown => {
  if (!(name in values)) throw new Error(`no value for "${name}"`);
  return values[name];
};
function fillOf(param: unknown): Fill {
  if (is(param, Placeholder)) return (values) => given(values, param.name);
  if (is(param, Param) && is(param.value, Placeholder)) {
    const {
      encoder,
      value: { name },
    } = param;
    return (values) => encoder.mapToDriverValue(given(values, name));
  }
  return () => param;
}

/** Returns the same as text and driver values, for another connection to the same SQLite file. */
export function spellPrepared(
  db: object,
  key: object,
  build: () => Preparable<unknown>,
  values: Values,
): { sql: string; params: unknown[] } {
  const ready = readyOf(db, key, build) as Ready<unknown> & Text;
  let known = spelled.get(ready);
  if (!known) {
    const { sql, params } = ready.getQuery();
    spelled.set(ready, (known = { sql, fills: params.map(fillOf) }));
  }
  return { sql: known.sql, params: known.fills.map((fill) => fill(values)) };
}

/** Returns the text of a statement only, whose values are bound elsewhere. */
export const textOf = (db: object, key: object, build: () => Preparable<unknown>): string =>
  (readyOf(db, key, build) as Ready<unknown> & Text).getQuery().sql;
