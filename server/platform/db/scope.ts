// The store of one practice: every query is filtered by its `cid`, so that a forgotten condition
// cannot leak another practice's rows.

import {
  and,
  eq,
  getTableColumns,
  getTableName,
  is,
  isNull,
  notInArray,
  or,
  SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  ANY_ROW,
  cellsOf,
  keyOf,
  placedCondition,
  placesOf,
  plainCondition,
  textOfForm,
  type NOTHING,
} from './query/keyed.ts';
import type { KnownUnit } from './known-unit.ts';
import { runPrepared, spellPrepared, textOf, type Preparable, type Values } from './prepared.ts';
import type { Schema } from './schema.ts';
import type { Reader, Store, Writer } from './store.ts';

/** A table with a practice column. */
export type TenantTable = PgTable & { cid: PgColumn };
export type Row<T extends PgTable> = T['$inferSelect'];
export type NewRow<T extends PgTable> = Omit<T['$inferInsert'], 'cid'>;
/**
 * Values of some columns of a row, or null; an absent one would be a forgotten condition and is
 * refused.
 */
type Key<T extends PgTable> = {
  [C in keyof Omit<Row<T>, 'cid'>]?: NonNullable<Row<T>[C]> | typeof NOTHING;
};
export interface FindOptions {
  orderBy?: SQL | SQL[];
  limit?: number;
}

/**
 * A query of a practice that is built once and run often: every table it reads is wrapped by `own`,
 * every row it writes uses `OWN_CID`.
 */
export interface ScopedQuery<Db, R> {
  /** The table whose rows it returns, where it has encrypted columns. */
  rowsOf?(t: Schema): TenantTable;
  build(db: Db, t: Schema, own: (table: TenantTable, where?: SQL) => SQL): Preparable<R>;
}
/** Practice of the caller. */
export const OWN_CID = sql.placeholder('cid');
const ownRows = (table: TenantTable, where?: SQL): SQL => and(eq(table.cid, OWN_CID), where)!;
const ownQuery = async <Db extends object, R>(
  db: Db,
  cid: string,
  key: object,
  build: (own: typeof ownRows) => Preparable<R>,
  values: Values,
  closed: Closed | undefined,
): Promise<R> => {
  const without = closed ? await closed() : [];
  if (without.length === 0) return runPrepared(db, key, () => build(ownRows), { ...values, cid });
  // The text differs for each list of closed records: not cached.
  return build((table, where) => and(eq(table.cid, OWN_CID), openRows(table, without), where)!)
    .prepare('')
    .execute({ ...values, cid });
};
const run = <Db extends object, R>(
  db: Db,
  cid: string,
  t: Schema,
  query: ScopedQuery<Db, R>,
  values: Values,
  closed: Closed | undefined,
): Promise<R> => ownQuery(db, cid, query, (own) => query.build(db, t, own), values, closed);

/**
 * A prepared write with its values and the required number of affected rows. With `each` (JSON rows
 * as bytes) it runs once per row: the practice is its first value, the cells of the row are the
 * others in the order of its text; `values` is empty then.
 */
export interface KnownWrite {
  query: ScopedQuery<Writer, unknown>;
  values: Values;
  touches: number;
  each?: Uint8Array;
}
/** Renders writes for `Store.submit`, bound to a practice whatever their values. */
export const knownUnit = (
  db: Writer,
  cid: string,
  t: Schema,
  writes: readonly KnownWrite[],
): KnownUnit =>
  writes.map(({ query, values, touches, each }) => {
    const build = (): Preparable<unknown> => query.build(db, t, ownRows);
    return each
      ? { sql: textOf(db, query, build), params: [cid, each], touches, isEach: true }
      : { ...spellPrepared(db, query, build, { ...values, cid }), touches };
  });

/**
 * Numbers of people whose records are closed to the caller; none of their rows are found, changed
 * or counted.
 */
export type Closed = () => Promise<readonly string[]>;
/**
 * Records about a record itself, and the audit log, stay readable: closing a record and auditing it
 * must work.
 */
const ABOUT_RECORDS = new Set([
  'legal_hold',
  'restriction',
  'restriction_opening',
  'erasure_item',
  'person_export',
  'audit_person',
]);
const personColumns = new WeakMap<TenantTable, PgColumn | null>();
/** The column with a row's patient; for delivered people their own id. */
function personColumn(table: TenantTable): PgColumn | null {
  let column = personColumns.get(table);
  if (column === undefined) {
    const name = getTableName(table as PgTable),
      columns = getTableColumns(table as PgTable) as Record<string, PgColumn>;
    column = ABOUT_RECORDS.has(name)
      ? null
      : (columns[name === 'pvs_patient' ? 'id' : 'patid'] ?? null);
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
  /** Returns records closed to the caller: for lists built elsewhere. */
  closed(): Promise<readonly string[]>;
  find<T extends TenantTable>(table: T, where?: SQL, options?: FindOptions): Promise<Row<T>[]>;
  /** Like `find`, but only these columns: for lists of tables with large ones. */
  pick<T extends TenantTable, K extends keyof Row<T> & string>(
    table: T,
    columns: readonly K[],
    where?: SQL,
    options?: FindOptions,
  ): Promise<Pick<Row<T>, K>[]>;
  /** Returns the first row or undefined. */
  one<T extends TenantTable>(table: T, where?: Key<T> | SQL): Promise<Row<T> | undefined>;
  count<T extends TenantTable>(table: T, where?: SQL): Promise<number>;
  /** Runs a prepared query, bound to this practice whatever `values` contains. */
  run<R>(query: ScopedQuery<Reader, R>, t: Schema, values: Values): Promise<R>;
}
export interface ScopedWriter extends ScopedReader {
  run<R>(query: ScopedQuery<Writer, R>, t: Schema, values: Values): Promise<R>;
  /** Returns rows as `run` has to write them: with their cells encrypted. */
  cover<R extends Readonly<Record<string, unknown>>>(
    table: TenantTable,
    rows: readonly R[],
  ): Promise<R[]>;
  /**
   * Returns the inserted rows; with `ifAbsent` a row that violates a unique key is skipped instead
   * of failing.
   */
  insert<T extends TenantTable>(
    table: T,
    rows: NewRow<T> | NewRow<T>[],
    options?: { ifAbsent?: boolean },
  ): Promise<Row<T>[]>;
  /**
   * Returns the rows after the change; none if no row matched (use it for conditional transitions).
   */
  update<T extends TenantTable>(
    table: T,
    set: Partial<NewRow<T>>,
    where: Key<T> | SQL,
  ): Promise<Row<T>[]>;
  /** Returns the number of deleted rows. */
  remove<T extends TenantTable>(table: T, where: Key<T> | SQL): Promise<number>;
}

const NONE: Closed = () => Promise.resolve([]);
/** Binds a reader to a practice. @param closed records hidden from the caller; by default none */
export function scopeReader(db: Reader, cid: string, closed?: Closed): ScopedReader {
  const bound = async (table: TenantTable, where?: SQL): Promise<SQL> =>
    and(eq(table.cid, cid), closed && openRows(table, await closed()), where)!;
  const rows = async (
    table: TenantTable,
    columns: readonly string[] | undefined,
    where: SQL | undefined,
    options: FindOptions,
  ): Promise<unknown[]> => {
    const all = getTableColumns(table as PgTable);
    const chosen =
      columns === undefined
        ? all
        : Object.fromEntries(Object.entries(all).filter(([name]) => columns.includes(name)));
    const base = db
      .select(chosen)
      .from(table)
      .where(await bound(table, where))
      .$dynamic();
    const order =
      options.orderBy === undefined
        ? []
        : Array.isArray(options.orderBy)
          ? options.orderBy
          : [options.orderBy];
    const ordered = order.length > 0 ? base.orderBy(...order) : base;
    return options.limit === undefined ? ordered : ordered.limit(options.limit);
  };
  return {
    cid,
    closed: closed ?? NONE,
    find: <T extends TenantTable>(table: T, where?: SQL, options: FindOptions = {}) =>
      rows(table, undefined, where, options) as Promise<Row<T>[]>,
    pick: <T extends TenantTable, K extends keyof Row<T> & string>(
      table: T,
      columns: readonly K[],
      where?: SQL,
      options: FindOptions = {},
    ) => rows(table, columns, where, options) as Promise<Pick<Row<T>, K>[]>,
    async one<T extends TenantTable>(table: T, where?: Key<T> | SQL) {
      if (is(where, SQL))
        return (await rows(table, undefined, where, { limit: 1 }))[0] as Row<T> | undefined;
      const by = where === undefined ? ANY_ROW : keyOf(table, where),
        key = where ?? {},
        text = textOfForm(table, `one${by.form}`);
      if (!text)
        return (await rows(table, undefined, plainCondition(table, key), { limit: 1 }))[0] as
          | Row<T>
          | undefined;
      const [row] = await ownQuery(
        db,
        cid,
        text,
        (own) =>
          db
            .select()
            .from(table as PgTable)
            .where(own(table, placedCondition(table, key)))
            .limit(1),
        by.values,
        closed,
      );
      return row;
    },
    async count<T extends TenantTable>(table: T, where?: SQL) {
      return db.$count(table, await bound(table, where));
    },
    run: (query, t, values) => run(db, cid, t, query, values, closed),
  };
}

/**
 * Binds the store's reader to a practice, also in the database where that keeps practices apart.
 * @param closed records hidden from the caller; by default none
 */
export function scopeStore(
  { read, reading }: Pick<Store, 'read' | 'reading'>,
  cid: string,
  closed?: Closed,
): ScopedReader {
  const plain = scopeReader(read, cid, closed);
  if (!reading) return plain;
  return {
    cid,
    closed: plain.closed,
    find: (table, where, options) => reading(cid, () => plain.find(table, where, options)),
    pick: (table, columns, where, options) =>
      reading(cid, () => plain.pick(table, columns, where, options)),
    one: (table, where) => reading(cid, () => plain.one(table, where)),
    count: (table, where) => reading(cid, () => plain.count(table, where)),
    run: (query, t, values) => reading(cid, () => plain.run(query, t, values)),
  };
}

export function scopeWriter(db: Writer, cid: string, closed?: Closed): ScopedWriter {
  const bound = async (table: TenantTable, where: SQL | undefined): Promise<SQL> =>
    and(eq(table.cid, cid), closed && openRows(table, await closed()), where)!;
  return {
    ...scopeReader(db, cid, closed),
    run: (query, t, values) => run(db, cid, t, query, values, closed),
    cover: (_table, rows) => Promise.resolve([...rows]),
    async insert<T extends TenantTable>(
      table: T,
      rows: NewRow<T> | NewRow<T>[],
      options: { ifAbsent?: boolean } = {},
    ) {
      const list = Array.isArray(rows) ? rows : [rows],
        [only] = list;
      if (only === undefined) return [];
      const make = (values: readonly unknown[]) => {
        const insert = db.insert(table).values(values as T['$inferInsert'][]);
        return options.ifAbsent ? insert.onConflictDoNothing().returning() : insert.returning();
      };
      const cells = list.length === 1 ? cellsOf(only) : undefined,
        text = cells && textOfForm(table, `insert${options.ifAbsent ? '?' : ''}${cells.form}`);
      if (!text) return make(list.map((r) => ({ ...r, cid })));
      return (await ownQuery(
        db,
        cid,
        text,
        () => make([{ ...placesOf(only), cid: OWN_CID }]),
        cells.values,
        undefined,
      )) as Row<T>[];
    },
    async update<T extends TenantTable>(table: T, set: Partial<NewRow<T>>, where: Key<T> | SQL) {
      const make = (values: unknown, condition: SQL) =>
        db
          .update(table)
          .set(values as never)
          .where(condition)
          .returning();
      if (is(where, SQL)) return (await make(set, await bound(table, where))) as Row<T>[];
      const by = keyOf(table, where),
        cells = cellsOf(set),
        text = cells && textOfForm(table, `update${cells.form} by${by.form}`);
      if (!text)
        return (await make(set, await bound(table, plainCondition(table, where)))) as Row<T>[];
      return (await ownQuery(
        db,
        cid,
        text,
        (own) => make(placesOf(set), own(table, placedCondition(table, where))),
        { ...cells.values, ...by.values },
        closed,
      )) as Row<T>[];
    },
    async remove<T extends TenantTable>(table: T, where: Key<T> | SQL) {
      const make = (condition: SQL) =>
        db.delete(table).where(condition).returning({ cid: table.cid });
      if (is(where, SQL)) return (await make(await bound(table, where))).length;
      const by = keyOf(table, where),
        text = textOfForm(table, `remove${by.form}`);
      if (!text) return (await make(await bound(table, plainCondition(table, where)))).length;
      return (
        await ownQuery(
          db,
          cid,
          text,
          (own) => make(own(table, placedCondition(table, where))),
          by.values,
          closed,
        )
      ).length;
    },
  };
}
