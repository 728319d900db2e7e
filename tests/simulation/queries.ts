/**
 * Query builder with a cache: the SQL of a known query shape is reused, only its values are
 * collected.
 */
import {
  Column,
  getTableColumns,
  isTable,
  Param,
  Placeholder,
  SQL,
  StringChunk,
  type Table,
} from 'drizzle-orm';
import {
  SQLiteDeleteBase,
  SQLiteInsertBase,
  SQLiteSelectBase,
  SQLiteUpdateBase,
} from 'drizzle-orm/sqlite-core';

interface Query {
  sql: string;
  params: unknown[];
}
interface Session {
  prepareOneTimeQuery(...a: unknown[]): Prepared;
  prepareQuery(...a: unknown[]): Prepared;
}
interface Prepared {
  joinsNotNullableMap?: unknown;
}
interface Builder {
  session: Session;
  dialect: { sqlToQuery(sql: SQL): Query };
  config: Record<string, unknown>;
  joinsNotNullableMap?: unknown;
  cacheConfig?: unknown;
  getSQL(): SQL;
  _prepare(isOneTime?: boolean): Prepared;
}
interface Known {
  sql: string;
  fields: unknown;
  checks: number;
  isUnfit: boolean;
}

const CHECKS = 3;
const known = new Map<string, Known>();
const numbers = new WeakMap<object, string>();
let count = 0;
const numberOf = (o: object): string => {
  let n = numbers.get(o);
  if (n === undefined) numbers.set(o, (n = `#${++count}`));
  return n;
};

/** Config keys whose values do not appear in the query's text, or follow from other keys. */
const ASIDE = new Set(['fieldsFlat', 'usedTables', 'returning']);
/**
 * Appends the shape of `x` to `words` and its values to `values` in order; returns false if `x` has
 * an unknown type.
 */
function shape(x: unknown, words: string[], values: unknown[]): boolean {
  if (x === undefined || typeof x === 'boolean') {
    words.push(String(x));
    return true;
  }
  if (x === null || typeof x !== 'object') {
    words.push('?');
    values.push(x);
    return typeof x !== 'function';
  }
  if (x instanceof StringChunk) {
    words.push((x as unknown as { value: string[] }).value.join(''));
    return true;
  }
  if (x instanceof Column || isTable(x)) {
    words.push(numberOf(x));
    return true;
  }
  if (x instanceof Param) {
    const { value, encoder } = x as Param;
    const mapped =
      value instanceof Placeholder ? x : value === null ? null : encoder.mapToDriverValue(value);
    words.push('?');
    values.push(mapped);
    return !(mapped instanceof SQL);
  }
  if (x instanceof Placeholder) {
    words.push('?');
    values.push(x);
    return true;
  }
  if (x instanceof SQL)
    return each((x as unknown as { queryChunks: unknown[] }).queryChunks, words, values);
  if (Array.isArray(x)) return each(x, words, values);
  if (Object.getPrototypeOf(x) !== Object.prototype) return false;
  for (const [name, v] of Object.entries(x)) {
    // A limit is part of the query's text.
    if (name === 'limit' && typeof v === 'number') {
      words.push(`limit ${v}`);
      continue;
    }
    if (ASIDE.has(name)) {
      words.push(v === undefined ? '' : name);
      continue;
    }
    words.push(name);
    // All columns of a table, in the table's own order.
    if (
      name === 'fields' &&
      isTable((x as { table?: unknown }).table) &&
      v === getTableColumns((x as { table: Table }).table)
    ) {
      words.push('*');
      continue;
    }
    if (!shape(v, words, values)) return false;
  }
  return true;
}
function each(list: readonly unknown[], words: string[], values: unknown[]): boolean {
  words.push('(');
  for (const x of list) if (!shape(x, words, values)) return false;
  words.push(')');
  return true;
}
const columnsOf = new WeakMap<object, string[]>();
/** The values of an update or insert follow the order of the table's columns. */
function inColumnOrder(config: Record<string, unknown>): Record<string, unknown> {
  const { table, set, values } = config;
  if (!isTable(table) || (set === undefined && !Array.isArray(values))) return config;
  let columns = columnsOf.get(table);
  if (!columns) columnsOf.set(table, (columns = Object.keys(getTableColumns(table))));
  const ordered = (row: unknown): unknown =>
    Object.fromEntries(
      columns
        .map((c) => [c, (row as Record<string, unknown>)[c]])
        .filter(([, v]) => v !== undefined),
    );
  return {
    ...config,
    ...(set !== undefined && { set: ordered(set) }),
    ...(Array.isArray(values) && { values: values.map(ordered) }),
  };
}
const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length &&
  a.every(
    (v, i) =>
      Object.is(v, b[i]) ||
      (v instanceof Uint8Array && b[i] instanceof Uint8Array && Buffer.compare(v, b[i]) === 0) ||
      v instanceof Param ||
      v instanceof Placeholder,
  );

function remember(kind: string, proto: Builder): void {
  const build = proto._prepare;
  proto._prepare = function prepare(this: Builder, isOneTime = true) {
    const words = [kind],
      values: unknown[] = [],
      { config } = this;
    if (!shape(kind === 'select' ? config : inColumnOrder(config), words, values))
      return build.call(this, isOneTime);
    // The columns of `returning` are part of the shape: the order of the result follows from them.
    const returning = config.returning as { field: object }[] | undefined;
    if (returning) for (const { field } of returning) words.push(numberOf(field));
    const id = words.join('|'),
      found = known.get(id);
    if (found && (found.isUnfit || found.checks < CHECKS))
      return check(this, found, values, isOneTime, build);
    if (!found) {
      const one: Known = { sql: '', fields: undefined, checks: 0, isUnfit: false };
      known.set(id, one);
      return check(this, one, values, isOneTime, build);
    }
    const made = this.session[isOneTime ? 'prepareOneTimeQuery' : 'prepareQuery'](
      { sql: found.sql, params: values },
      kind === 'select' ? found.fields : config.returning,
      kind === 'select' || config.returning ? 'all' : 'run',
      true,
      undefined,
      { type: kind, tables: [] },
      this.cacheConfig,
    );
    if (kind === 'select') made.joinsNotNullableMap = this.joinsNotNullableMap;
    return made;
  };
}
/**
 * Builds the query as the product does, and compares: a shape with a different text or different
 * values is never cached.
 */
function check(
  own: Builder,
  one: Known,
  values: readonly unknown[],
  isOneTime: boolean,
  build: Builder['_prepare'],
): Prepared {
  if (one.isUnfit) return build.call(own, isOneTime);
  const { dialect, session } = own;
  own.dialect = Object.assign(Object.create(dialect) as Builder['dialect'], {
    sqlToQuery: (sql: SQL) => {
      const query = dialect.sqlToQuery(sql);
      if (!isSame(values, query.params) || (one.checks > 0 && one.sql !== query.sql))
        one.isUnfit = true;
      one.sql = query.sql;
      one.checks++;
      return query;
    },
  });
  const look =
    (name: 'prepareOneTimeQuery' | 'prepareQuery') =>
    (...a: unknown[]): Prepared => {
      one.fields = a[1];
      return session[name](...a);
    };
  own.session = {
    prepareOneTimeQuery: look('prepareOneTimeQuery'),
    prepareQuery: look('prepareQuery'),
  };
  return build.call(own, isOneTime);
}

/** A query that stays prepared, as in the driver. */
interface Kept {
  query: Query;
  stmt: unknown;
}
const keptOf = new WeakMap<object, Kept>();
/**
 * Prepares a query that another connection has prepared, without building it again: only the
 * statement belongs to a connection. `bundle.mjs` writes the import.
 */
export function preparedAgain(
  db: { session: { client: { prepare(text: string): unknown } } },
  key: object,
  make: () => Kept,
): Kept {
  const first = keptOf.get(key);
  if (first)
    return Object.assign(Object.create(Object.getPrototypeOf(first) as object) as Kept, first, {
      stmt: db.session.client.prepare(first.query.sql),
    });
  const made = make();
  keptOf.set(key, made);
  return made;
}

/** Installs the cache. Must be called before the first query. */
export function rememberQueries(): void {
  remember('select', SQLiteSelectBase.prototype as unknown as Builder);
  remember('insert', SQLiteInsertBase.prototype as unknown as Builder);
  remember('update', SQLiteUpdateBase.prototype as unknown as Builder);
  remember('delete', SQLiteDeleteBase.prototype as unknown as Builder);
}
