// Statements of a SQLite connection, compiled once for each text: the query builder asks for one anew with every query, and compiling takes longer than most of them.

import type Database from 'better-sqlite3';

/** Texts that a connection keeps compiled, those that were used last; the product has some hundred. */
const KEPT = 400;

type Compiled = Database.Statement<unknown[]>;
/** What the query builder does with a statement. Whoever used the same text before may have asked for other rows: how they come is said each time. */
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

/** The same connection for the query builder, which never walks through rows one at a time: statements are its alone, and none is in use when the next query begins. */
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
