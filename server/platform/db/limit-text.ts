// LIMIT stands in a query's text, not among its values: SQLite compiles a statement anew whenever a value that its plan may rest on is bound, and a limit is one.

import { is, Placeholder, sql, type SQL } from 'drizzle-orm';

/** What the query builder asks for the end of a query. */
interface Dialect {
  buildLimit(limit: unknown): SQL | undefined;
}

/**
 * Lets this query builder write whole numbers of `.limit()` into the text, and refuse a place for one; anything else stays a value.
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
