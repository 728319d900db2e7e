/** better-sqlite3 with moments of failure: the server process dies, the disk is full or busy, at a step of a unit that the seed chose. */
import Real from 'better-sqlite3';
import type BetterSqlite3 from 'better-sqlite3';
import { life, note } from './kernel.ts';

export type Moment = 'begin' | 'inside' | 'beforeCommit' | 'afterCommit' | 'beforeCheckpoint';
export interface SqlFault { moment: Moment; kind: 'crash' | 'SQLITE_FULL' | 'SQLITE_BUSY' | 'SQLITE_IOERR_FSYNC' | 'SQLITE_READONLY'; left: number }

/** What the next matching moment does; `onCrash` must end the life that runs. */
export const sqlPlan: { fault: SqlFault | undefined; onCrash: () => void; onFault: (kind: string) => void } = { fault: undefined, onCrash: () => undefined, onFault: () => undefined };

/** Connections in the order they were opened: of each store the writer first, then the reader. */
export const opened: Database[] = [];

function meet(...moments: Moment[]): void {
  const f = sqlPlan.fault;
  // Another life (the story's own look into the file) must not meet it.
  if (!f || !moments.includes(f.moment) || !life().name.startsWith('server') || --f.left > 0) return;
  sqlPlan.fault = undefined;
  sqlPlan.onFault(`${f.kind}:${f.moment}`);
  note(`sqlite ${f.kind} ${f.moment}`);
  if (f.kind === 'crash') { sqlPlan.onCrash(); throw new Error('the server process is gone'); }
  throw Object.assign(new Error(f.kind), { name: 'SqliteError', code: f.kind });
}

/** Statements are prepared once a connection: the product's query builder asks for the same text again and again. */
export default class Database extends Real {
  readonly #known = new Map<string, BetterSqlite3.Statement>();
  constructor(file: string) { super(file); opened.push(this); }
  override prepare(text: string): never {
    let made = this.#known.get(text);
    if (!made) {
      made = super.prepare(text) as BetterSqlite3.Statement;
      const inside = <F extends (...a: unknown[]) => unknown>(work: F) => (...a: unknown[]): unknown => { if (this.inTransaction) meet('inside'); return work.apply(made, a); };
      Object.assign(made, { all: inside(made.all), run: inside(made.run), get: inside(made.get) });
      this.#known.set(text, made);
    }
    return made as never;
  }
  /** A look from outside of the product. */
  list<T>(text: string, ...values: unknown[]): T[] { return (this.prepare(text) as BetterSqlite3.Statement).all(...values) as T[]; }
  override exec(text: string): this {
    if (text.startsWith('BEGIN')) meet('begin');
    if (text !== 'COMMIT') return super.exec(text);
    meet('beforeCommit');
    super.exec(text);
    meet('afterCommit');
    return this;
  }
  override pragma(text: string, options?: BetterSqlite3.PragmaOptions): unknown {
    if (text.startsWith('wal_checkpoint')) meet('beforeCheckpoint');
    return super.pragma(text, options);
  }
}
