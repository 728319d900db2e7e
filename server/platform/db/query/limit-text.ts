// LIMIT is part of a query's text, not of its values: SQLite recompiles a statement whenever a
// value that its plan may depend on is bound, and a limit is one.

import { is, Placeholder, sql, type SQL } from 'drizzle-orm';

/** The query builder's method for the end of a query. */
interface Dialect {
  buildLimit(limit: unknown): SQL | undefined;
}

/**
 * Makes this query builder write whole numbers of `.limit()` into the text, and refuse a
 * placeholder; anything else stays a value.
 * @param db of drizzle's SQLite drivers
 */
export function writeLimits<D extends object>(db: D): D {
  const { dialect } = db as { dialect?: Dialect };
  if (typeof dialect?.buildLimit !== 'function')
    throw new Error('the query builder writes limits in another way');
  const build = dialect.buildLimit.bind(dialect);
  dialect.buildLimit = (limit) => {
    if (is(limit, Placeholder))
      throw new Error(
        'a limit is a number: with a place for one, every run compiles the statement',
      );
    return typeof limit === 'number' && Number.isInteger(limit) && limit >= 0
      ? sql.raw(` limit ${limit}`)
      : build(limit);
  };
  return db;
}
