// The store of one practice: every query carries its `cid`, so that a forgotten condition cannot leak another practice's rows.

import { and, eq, getTableColumns, getTableName, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { KnownUnit } from './known-unit.ts';
import { runPrepared, spellPrepared, textOf, type Preparable, type Values } from './prepared.ts';
import type { Schema } from './schema.ts';
import type { Reader, Writer } from './store.ts';

/** A table with a practice column. */
export type TenantTable = PgTable & { cid: PgColumn };
export type Row<T extends PgTable> = T['$inferSelect'];
export type NewRow<T extends PgTable> = Omit<T['$inferInsert'], 'cid'>;
export interface FindOptions { orderBy?: SQL | SQL[]; limit?: number }

/** A query of a practice that is built once and run often: every table it reads stands under `own`, every row it writes names `OWN_CID`. */
export interface ScopedQuery<Db, R> { build(db: Db, t: Schema, own: (table: TenantTable, where?: SQL) => SQL): Preparable<R> }
/** The practice of whoever runs the query. */
export const OWN_CID = sql.placeholder('cid');
const ownRows = (table: TenantTable, where?: SQL): SQL => and(eq(table.cid, OWN_CID), where)!;
const run = async <Db extends object, R>(db: Db, cid: string, t: Schema, query: ScopedQuery<Db, R>, values: Values, closed: Closed | undefined): Promise<R> => {
  const without = closed ? await closed() : [];
  if (without.length === 0) return runPrepared(db, query, () => query.build(db, t, ownRows), { ...values, cid });
  // Another text with each list of closed records: not kept.
  return query.build(db, t, (table, where) => and(eq(table.cid, OWN_CID), openRows(table, without), where)!).prepare('').execute({ ...values, cid });
};

/**
 * A prepared write with its values and the number of rows it must touch. With `each` (JSON rows as bytes) it runs once a row:
 * the practice is its first value, the cells of the row are the others in the order of its text; `values` then holds nothing.
 */
export interface KnownWrite { query: ScopedQuery<Writer, unknown>; values: Values; touches: number; each?: Uint8Array }
/** Spells writes out for `Store.submit`, bound to a practice whatever their values say. */
export const knownUnit = (db: Writer, cid: string, t: Schema, writes: readonly KnownWrite[]): KnownUnit =>
  writes.map(({ query, values, touches, each }) => {
    const build = (): Preparable<unknown> => query.build(db, t, ownRows);
    return each ? { sql: textOf(db, query, build), params: [cid, each], touches, isEach: true } : { ...spellPrepared(db, query, build, { ...values, cid }), touches };
  });

/** Numbers of people whose records are closed to whoever asks; nothing of them is found, changed or counted. */
export type Closed = () => Promise<readonly string[]>;
/** What is noted about a record itself, and the audit log, stay readable: closing a record and saying so must work. */
const ABOUT_RECORDS = new Set(['legal_hold', 'restriction', 'restriction_opening', 'erasure_item', 'person_export', 'audit_person']);
const personColumns = new WeakMap<TenantTable, PgColumn | null>();
/** The column that says whose a row is; of delivered people their own id. */
function personColumn(table: TenantTable): PgColumn | null {
  let column = personColumns.get(table);
  if (column === undefined) {
    const name = getTableName(table as PgTable), columns = getTableColumns(table as PgTable) as Record<string, PgColumn>;
    column = ABOUT_RECORDS.has(name) ? null : (columns[name === 'pvs_patient' ? 'id' : 'patid'] ?? null);
    personColumns.set(table, column);
  }
  return column;
}
function openRows(table: TenantTable, closed: readonly string[]): SQL | undefined {
  const column = closed.length === 0 ? null : personColumn(table);
  return column === null ? undefined : or(isNull(column), notInArray(column, [...closed]));
}

export interface ScopedReader {
  readonly cid: string;
  /** Whose records are closed to whoever asks: for lists that are made elsewhere. */
  closed(): Promise<readonly string[]>;
  find<T extends TenantTable>(table: T, where?: SQL, options?: FindOptions): Promise<Row<T>[]>;
  /** Like `find`, but only these columns: for lists over tables with heavy ones. */
  pick<T extends TenantTable, K extends keyof Row<T> & string>(table: T, columns: readonly K[], where?: SQL, options?: FindOptions): Promise<Pick<Row<T>, K>[]>;
  /** First row or undefined. */
  one<T extends TenantTable>(table: T, where?: SQL): Promise<Row<T> | undefined>;
  count<T extends TenantTable>(table: T, where?: SQL): Promise<number>;
  /** Runs a prepared query, bound to this practice whatever `values` say. */
  run<R>(query: ScopedQuery<Reader, R>, t: Schema, values: Values): Promise<R>;
}
export interface ScopedWriter extends ScopedReader {
  run<R>(query: ScopedQuery<Writer, R>, t: Schema, values: Values): Promise<R>;
  /** Rows that were inserted; with `ifAbsent` a row that breaks a unique key is left out instead of failing. */
  insert<T extends TenantTable>(table: T, rows: NewRow<T> | NewRow<T>[], options?: { ifAbsent?: boolean }): Promise<Row<T>[]>;
  /** Rows after the change; none where the condition met nothing (use it for conditional transitions). */
  update<T extends TenantTable>(table: T, set: Partial<NewRow<T>>, where: SQL): Promise<Row<T>[]>;
  /** Number of rows removed. */
  remove<T extends TenantTable>(table: T, where: SQL): Promise<number>;
}

const NONE: Closed = () => Promise.resolve([]);
/** @param closed for whoever must not see closed records; absent: sees everything */
export function scopeReader(db: Reader, cid: string, closed?: Closed): ScopedReader {
  const bound = async (table: TenantTable, where?: SQL): Promise<SQL> => and(eq(table.cid, cid), closed && openRows(table, await closed()), where)!;
  const rows = async (table: TenantTable, columns: readonly string[] | undefined, where: SQL | undefined, options: FindOptions): Promise<unknown[]> => {
    const all = getTableColumns(table as PgTable);
    const chosen = columns === undefined ? all : Object.fromEntries(Object.entries(all).filter(([name]) => columns.includes(name)));
    const base = db.select(chosen).from(table).where(await bound(table, where)).$dynamic();
    const order = options.orderBy === undefined ? [] : Array.isArray(options.orderBy) ? options.orderBy : [options.orderBy];
    const ordered = order.length > 0 ? base.orderBy(...order) : base;
    return options.limit === undefined ? ordered : ordered.limit(options.limit);
  };
  return {
    cid, closed: closed ?? NONE,
    find: <T extends TenantTable>(table: T, where?: SQL, options: FindOptions = {}) => rows(table, undefined, where, options) as Promise<Row<T>[]>,
    pick: <T extends TenantTable, K extends keyof Row<T> & string>(table: T, columns: readonly K[], where?: SQL, options: FindOptions = {}) =>
      rows(table, columns, where, options) as Promise<Pick<Row<T>, K>[]>,
    async one<T extends TenantTable>(table: T, where?: SQL) {
      return (await rows(table, undefined, where, { limit: 1 }))[0] as Row<T> | undefined;
    },
    async count<T extends TenantTable>(table: T, where?: SQL) {
      return db.$count(table, await bound(table, where));
    },
    run: (query, t, values) => run(db, cid, t, query, values, closed),
  };
}

export function scopeWriter(db: Writer, cid: string, closed?: Closed): ScopedWriter {
  const bound = async (table: TenantTable, where: SQL): Promise<SQL> => and(eq(table.cid, cid), closed && openRows(table, await closed()), where)!;
  return {
    ...scopeReader(db, cid, closed),
    run: (query, t, values) => run(db, cid, t, query, values, closed),
    async insert<T extends TenantTable>(table: T, rows: NewRow<T> | NewRow<T>[], options: { ifAbsent?: boolean } = {}) {
      const list = (Array.isArray(rows) ? rows : [rows]).map(r => ({ ...r, cid })) as T['$inferInsert'][];
      if (list.length === 0) return [];
      const insert = db.insert(table).values(list);
      return (await (options.ifAbsent ? insert.onConflictDoNothing().returning() : insert.returning()));
    },
    async update<T extends TenantTable>(table: T, set: Partial<NewRow<T>>, where: SQL) {
      return (await db.update(table).set(set as never).where(await bound(table, where)).returning()) as Row<T>[];
    },
    async remove<T extends TenantTable>(table: T, where: SQL) {
      return ((await db.delete(table).where(await bound(table, where)).returning()) as unknown[]).length;
    },
  };
}
