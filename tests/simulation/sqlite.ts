/**
 * better-sqlite3 with injected failures: the server process dies, or the disk is full or busy, at a
 * step of a transaction chosen by the seed. Connections outlive the processes that use them.
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Real from 'better-sqlite3';
import type BetterSqlite3 from 'better-sqlite3';
import { life, note } from './kernel.ts';

export type Moment = 'begin' | 'inside' | 'beforeCommit' | 'afterCommit' | 'beforeCheckpoint';
export interface SqlFault {
  moment: Moment;
  kind: 'crash' | 'SQLITE_FULL' | 'SQLITE_BUSY' | 'SQLITE_IOERR_FSYNC' | 'SQLITE_READONLY';
  left: number;
}

/** Fault of the next matching moment; `onCrash` must end the running life. */
export const sqlPlan: {
  fault: SqlFault | undefined;
  onCrash: () => void;
  onFault: (kind: string) => void;
} = { fault: undefined, onCrash: () => undefined, onFault: () => undefined };

/**
 * Connections of this story in the order they were opened: for each store first the writer, then
 * the reader.
 */
export const opened: Database[] = [];

let changes = 0;
/**
 * Increases with every possible change of a database: under an equal number, cached results are
 * complete.
 */
export const changesSoFar = (): number => changes;

function meet(...moments: Moment[]): void {
  const f = sqlPlan.fault;
  // The fault must not hit another life, such as the story's own query of the file.
  if (!f || !moments.includes(f.moment) || !life().name.startsWith('server') || --f.left > 0)
    return;
  sqlPlan.fault = undefined;
  sqlPlan.onFault(`${f.kind}:${f.moment}`);
  note(`sqlite ${f.kind} ${f.moment}`);
  if (f.kind === 'crash') {
    sqlPlan.onCrash();
    throw new Error('the server process is gone');
  }
  throw Object.assign(new Error(f.kind), { name: 'SqliteError', code: f.kind });
}

/** A native SQLite connection, its prepared statements and its settings. */
class Native {
  readonly real: BetterSqlite3.Database;
  isIdle = false;
  readonly #known = new Map<string, BetterSqlite3.Statement>();
  readonly #set = new Map<string, string>();
  readonly #read = new Map<string, unknown>();
  #mayBeOff = false;
  readonly #ran = new Map<string, BetterSqlite3.Statement>();
  /**
   * Set to read only: it uses the writer's connection, whose pages are cached, except within a
   * transaction.
   */
  isReader = false;
  readonly #looks = new Map<string, Look>();
  readonly forLooks = new Map<string, BetterSqlite3.Statement>();
  constructor(file: string) {
    this.real = new Real(file);
  }
  /**
   * Runs SQL without values or rows, prepared once: each transaction uses BEGIN, SAVEPOINT and the
   * like.
   */
  exec(text: string): void {
    changes++;
    this.#settle(text);
    if (!/^(BEGIN IMMEDIATE|COMMIT|ROLLBACK|SAVEPOINT unit|RELEASE unit)$/.test(text)) {
      this.real.exec(text);
      return;
    }
    let made = this.#ran.get(text);
    if (!made) this.#ran.set(text, (made = this.real.prepare(text)));
    made.run();
  }
  /**
   * Switching foreign keys off and on around an empty migration would make SQLite recompile every
   * statement.
   */
  #settle(text: string): void {
    if (!this.#mayBeOff || /^\s*(?:select|begin|commit|create table if not exists)/i.test(text))
      return;
    this.#mayBeOff = false;
    this.#change('foreign_keys', 'OFF');
  }
  #change(name: string, value: string): void {
    if (this.#set.get(name) === value) return;
    this.#set.set(name, value);
    this.#read.delete(name);
    this.real.pragma(`${name}=${value}`);
  }
  /** Drops every cached page of its file. */
  forget(): void {
    this.real.pragma('shrink_memory');
  }
  /** Prepares a text once: the product's query builder repeats the same texts. */
  prepare(text: string): BetterSqlite3.Statement {
    if (!this.isReader) return this.own(text);
    let look = this.#looks.get(text);
    if (!look)
      this.#looks.set(text, (look = new Look(this, nativesOf(this.real.name)[0] ?? this, text)));
    return look as unknown as BetterSqlite3.Statement;
  }
  /**
   * Prepares a statement on this connection.
   * @param known statements of one user: the row format is set on a statement
   */
  own(text: string, known = this.#known): BetterSqlite3.Statement {
    this.#settle(text);
    let made = known.get(text);
    if (!made) {
      const stmt = this.real.prepare(text),
        changing = stmt.readonly ? 0 : 1;
      const inside =
        <F extends (...a: unknown[]) => unknown>(work: F) =>
        (...a: unknown[]): unknown => {
          if (sqlPlan.fault && this.real.inTransaction) meet('inside');
          changes += changing;
          return work.apply(stmt, a);
        };
      made = Object.assign(stmt, {
        all: inside(stmt.all),
        run: inside(stmt.run),
        get: inside(stmt.get),
      });
      known.set(text, made);
    }
    return made;
  }
  /**
   * Skips a pragma that sets the current value or reads an unchanged one; any other pragma is run.
   */
  pragma(text: string, options?: BetterSqlite3.PragmaOptions): unknown {
    const [, name = '', value] = /^(\w+)(?:=(.*))?$/.exec(text) ?? [];
    // Files of many small stories stay small; a torn checkpoint tears pages of this size.
    if (name === 'page_size' && value !== undefined) return undefined;
    if (!STICKY.has(name)) {
      if (text.startsWith('wal_checkpoint')) expectChange(this.real.name);
      return this.real.pragma(text, options);
    }
    if (name === 'query_only') this.isReader = value === 'ON';
    if (value !== undefined) {
      // A file that this program wrote needs no migration.
      this.#mayBeOff =
        name === 'foreign_keys' &&
        value === 'OFF' &&
        (laid.get(this.real.name)?.bytes.length ?? 0) > 0;
      if (!this.#mayBeOff) this.#change(name, value);
      return undefined;
    }
    this.#settle(text);
    if (!this.#read.has(name)) this.#read.set(name, this.real.pragma(name, { simple: true }));
    return this.#read.get(name);
  }
  rest(): void {
    if (this.isIdle) return;
    this.isIdle = true;
    changes++;
    if (this.real.inTransaction) this.real.exec('ROLLBACK');
  }
}
/**
 * A statement of the reader. Between two transactions both connections see the last commit; each
 * commit invalidates the reader's page cache, and reading the pages again is most of the cost of a
 * small query.
 */
class Look {
  readonly #reader: Native;
  readonly #writer: Native;
  readonly #text: string;
  #isRaw = false;
  readonly reader = true;
  constructor(reader: Native, writer: Native, text: string) {
    this.#reader = reader;
    this.#writer = writer;
    this.#text = text;
  }
  get #now(): BetterSqlite3.Statement {
    const isApart = this.#writer.real.inTransaction || this.#writer.isIdle,
      asked = isApart ? this.#reader : this.#writer,
      made = asked.own(this.#text, asked.forLooks);
    // The reader's own connection refuses writing statements.
    if (!isApart && !made.readonly) return this.#reader.own(this.#text, this.#reader.forLooks);
    return made.reader ? made.raw(this.#isRaw) : made;
  }
  raw(isRaw = true): this {
    this.#isRaw = isRaw;
    return this;
  }
  all(...a: unknown[]): unknown[] {
    return this.#now.all(...a);
  }
  get(...a: unknown[]): unknown {
    return this.#now.get(...a);
  }
  run(...a: unknown[]): BetterSqlite3.RunResult {
    return this.#now.run(...a);
  }
}
const STICKY = new Set([
  'journal_mode',
  'synchronous',
  'foreign_keys',
  'temp_store',
  'secure_delete',
  'trusted_schema',
  'busy_timeout',
  'query_only',
]);
const natives = new Map<string, Native[]>();
const nativesOf = (file: string): Native[] => {
  let all = natives.get(file);
  if (!all) natives.set(file, (all = []));
  return all;
};

/** The product's view: a connection for as long as its process lives. */
export default class Database {
  #native: Native | undefined;
  constructor(file: string) {
    const idle = nativesOf(file).find((n) => n.isIdle),
      mine = idle ?? new Native(file);
    // In order of creation: the first one writes, the second one is set to read only and stays so.
    if (!idle) nativesOf(file).push(mine);
    mine.isIdle = false;
    this.#native = mine;
    opened.push(this);
  }
  get #own(): Native {
    if (!this.#native) throw new TypeError('The database connection is not open');
    return this.#native;
  }
  get inTransaction(): boolean {
    return this.#own.real.inTransaction;
  }
  prepare(text: string): BetterSqlite3.Statement {
    return this.#own.prepare(text);
  }
  /** Runs a query from outside of the product. */
  list<T>(text: string, ...values: unknown[]): T[] {
    return this.prepare(text).all(...values) as T[];
  }
  exec(text: string): this {
    if (text.startsWith('BEGIN')) meet('begin');
    if (text === 'COMMIT') meet('beforeCommit');
    this.#own.exec(text);
    if (text === 'COMMIT') meet('afterCommit');
    return this;
  }
  pragma(text: string, options?: BetterSqlite3.PragmaOptions): unknown {
    if (text.startsWith('wal_checkpoint')) meet('beforeCheckpoint');
    return this.#own.pragma(text, options);
  }
  close(): this {
    this.#native?.rest();
    this.#native = undefined;
    return this;
  }
}

/** Bytes that SQLite reads as a missing log index: the next reader builds it from the log. */
const NO_INDEX = Buffer.alloc(136);
const PAGE = 4096,
  LOG_HEADER = 32,
  FRAME_HEADER = 24;
/**
 * A log longer than the 1,000 pages after which SQLite writes it into the database automatically.
 */
const LONG_LOG = 4_000_000;
/** Content of a file: the bytes as written, except for pages changed by a checkpoint since. */
const laid = new Map<string, { bytes: Buffer; changed: Set<number> }>();
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const laidIn = (file: string): { bytes: Buffer; changed: Set<number> } | undefined =>
  sizeOf(`${file}-wal`) < LONG_LOG ? laid.get(file) : undefined;
/** Called before a checkpoint writes the log into the database. */
function expectChange(file: string): void {
  const known = laidIn(file),
    log = readLog(file);
  if (!known) laid.delete(file);
  else if (log)
    for (let at = LOG_HEADER; at + FRAME_HEADER <= log.length; at += FRAME_HEADER + PAGE)
      known.changed.add(log.readUInt32BE(at));
}
/** Checks whether a file was last written from these bytes: few of its pages differ. */
export const isLaid = (file: string, bytes: Buffer): boolean => laidIn(file)?.bytes === bytes;
export function readDatabase(file: string): Buffer {
  const known = laidIn(file);
  return known?.changed.size === 0 ? known.bytes : readFileSync(file);
}
export function readLog(file: string): Buffer | undefined {
  return sizeOf(`${file}-wal`) > 0 ? readFileSync(`${file}-wal`) : undefined;
}
/** Drops the pages and the log index that open connections of a file have cached. */
export function forgetFile(file: string): void {
  changes++;
  if (existsSync(`${file}-shm`)) {
    const shm = openSync(`${file}-shm`, 'r+');
    writeSync(shm, NO_INDEX, 0, NO_INDEX.length, 0);
    closeSync(shm);
  }
  for (const n of nativesOf(file)) n.forget();
}
/** Writes a database and its log. */
export function layFile(file: string, bytes: Buffer, wal: Buffer | undefined): void {
  const known = laidIn(file);
  if (known?.bytes !== bytes) writeFileSync(file, bytes);
  else if (known.changed.size > 0) {
    const open = openSync(file, 'r+');
    for (const n of known.changed)
      if (n * PAGE <= bytes.length) writeSync(open, bytes, (n - 1) * PAGE, PAGE, (n - 1) * PAGE);
    ftruncateSync(open, bytes.length);
    closeSync(open);
  }
  laid.set(file, { bytes, changed: new Set() });
  if (wal !== undefined || sizeOf(`${file}-wal`) > 0) writeFileSync(`${file}-wal`, wal ?? '');
  forgetFile(file);
}
