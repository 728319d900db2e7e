// Statement cache of a SQLite connection, one per text: the query builder requests a new statement
// with every query, and compiling takes longer than most queries.

import type Database from 'better-sqlite3';

/** Size of the cache, least recently used evicted first; the product has some hundred texts. */
const KEPT = 400;

type Compiled = Database.Statement<unknown[]>;
/**
 * The query builder's use of a statement. The previous user of the same text may have requested
 * another row format: it is set each time.
 */
interface Statement extends Pick<Compiled, 'all' | 'get' | 'run'> {
  raw(): Pick<Compiled, 'all' | 'get'>;
}

function statementOf(made: Compiled): Statement {
  const { reader } = made,
    plain = (): Compiled => (reader ? made.raw(false) : made);
  const rows: Pick<Compiled, 'all' | 'get'> = {
    all: (...values) => made.raw(true).all(...values),
    get: (...values) => made.raw(true).get(...values),
  };
  return {
    all: (...values) => plain().all(...values),
    get: (...values) => plain().get(...values),
    run: (...values) => made.run(...values),
    raw: () => rows,
  };
}

/**
 * Wraps the connection for the query builder, which never iterates over rows: it owns its
 * statements, and none is in use when the next query begins.
 */
export function keepStatements(db: Database.Database): Database.Database {
  const kept = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const known = kept.get(text),
      statement = known ?? statementOf(db.prepare<unknown[]>(text));
    if (known) kept.delete(text);
    else if (kept.size >= KEPT)
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    kept.set(text, statement);
    return statement;
  };
  return Object.create(db, { prepare: { value: prepare } }) as Database.Database;
}
