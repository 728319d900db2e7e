// The store of a practice with encrypted columns: callers write and read plain values.

import { and, eq, getTableColumns, is, SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { letOthersRun } from '../../let-others-run.ts';
import { plainCondition } from '../query/keyed.ts';
import type { Schema } from '../schema.ts';
import {
  scopeReader,
  type FindOptions,
  type ScopedReader,
  type ScopedWriter,
  type TenantTable,
} from '../scope.ts';
import type { Reader } from '../store.ts';
import {
  hasCells,
  openCells,
  sealCells,
  UnknownCellKey,
  type CellKeys,
  type CellPlace,
} from './cells.ts';
import { shapeOf, type SealedShape } from './sealed-columns.ts';

/** Keys for cells of all practices. */
export interface CellKeyring {
  /** Returns a practice's keys, cached for a minute; undefined if it encrypted nothing yet. */
  of(cid: string): Promise<CellKeys | undefined>;
  /** Loads them again. */
  again(cid: string): Promise<CellKeys | undefined>;
  /** Reads them in a transaction, uncached: those of a transaction in front may not be committed. */
  read(tx: ScopedReader, t: Schema): Promise<CellKeys | undefined>;
  /** Makes the first key of a practice in a transaction; valid after its commit. */
  make(tx: ScopedWriter, t: Schema): Promise<CellKeys>;
  /** Reports a cell that does not open. */
  damaged(cid: string, place: CellPlace): void;
}
/** Keys of the practice for a reader. */
export interface ReadingKeys {
  /** Returns the loaded keys; undefined for a practice that encrypted nothing yet. */
  toOpen(): Promise<CellKeys | undefined>;
  /** Loads them again: a value names a key that is not among them. */
  again(): Promise<CellKeys | undefined>;
  /** Reports a cell that does not open. */
  damaged(place: CellPlace): void;
  /** Lets other work run between parts of a long list; absent in a transaction. */
  pause?(): Promise<void>;
}
/** The same for a transaction. */
export interface WritingKeys extends ReadingKeys {
  /** Returns the keys to encrypt with; makes the first one in this transaction. */
  toSeal(): Promise<CellKeys>;
}

type Cells = Readonly<Record<string, unknown>>;
/** Rows that are opened before other work may run: some two milliseconds. */
const PART = 100;
type Open = <R>(shape: SealedShape, rows: R[]) => Promise<R[]>;

const openerOf =
  (cid: string, keys: ReadingKeys): Open =>
  async <R>(shape: SealedShape, rows: R[]) => {
    if (!rows.some((row) => hasCells(shape, row as Cells))) return rows;
    const part = (by: CellKeys | undefined, some: R[], areKeysFresh: boolean): R[] => {
      const found: CellPlace[] = [];
      const opened = some.map(
        (row) =>
          openCells(by, cid, shape, row as Cells, {
            found: (place) => found.push(place),
            areKeysFresh,
          }) as R,
      );
      for (const place of found) keys.damaged(place);
      return opened;
    };
    const all = async (by: CellKeys | undefined, areKeysFresh: boolean): Promise<R[]> => {
      if (!keys.pause || rows.length <= PART) return part(by, rows, areKeysFresh);
      const opened: R[] = [];
      for (let at = 0; at < rows.length; at += PART) {
        opened.push(...part(by, rows.slice(at, at + PART), areKeysFresh));
        await keys.pause();
      }
      return opened;
    };
    try {
      return await all(await keys.toOpen(), false);
    } catch (error) {
      if (!(error instanceof UnknownCellKey)) throw error;
    }
    return all(await keys.again(), true);
  };

/** Opens readers of each practice on one connection; without keys encrypted cells stay so (tests). */
export const readersOf =
  (read: Reader, cells: CellKeyring | undefined) =>
  (cid: string): ScopedReader =>
    cells ? sealedReader(scopeReader(read, cid), readingKeys(cells, cid)) : scopeReader(read, cid);

/** Decrypts rows of several practices, which were read below their stores. */
export async function openRows<R extends { cid: string }>(
  keyring: CellKeyring,
  table: TenantTable,
  rows: readonly R[],
): Promise<R[]> {
  const shape = shapeOf(table);
  if (!shape) return [...rows];
  const byCid = new Map<string, R[]>(),
    opened = new Map<R, R>();
  for (const row of rows) {
    const own = byCid.get(row.cid);
    if (own) own.push(row);
    else byCid.set(row.cid, [row]);
  }
  for (const [cid, own] of byCid) {
    const plain = await openerOf(cid, readingKeys(keyring, cid))(shape, own);
    for (const [at, row] of own.entries()) opened.set(row, plain[at]!);
  }
  return rows.map((row) => opened.get(row)!);
}

/** A query that compares an encrypted column would find nothing. */
function refuseComparison(shape: SealedShape, table: TenantTable, where: unknown): void {
  if (!is(where, SQL)) return;
  const columns = getTableColumns(table as PgTable) as Record<string, unknown>;
  const walk = (part: SQL): void => {
    for (const [at, chunk] of part.queryChunks.entries()) {
      if (is(chunk, SQL)) walk(chunk);
      else if (shape.columns.some(({ name }) => columns[name] === chunk)) {
        const next = part.queryChunks[at + 1] as { value?: readonly string[] } | undefined;
        if (!/^ is (not )?null/.test(next?.value?.[0] ?? ''))
          throw new Error(`a query of ${shape.table} compares an encrypted column`);
      }
    }
  };
  walk(where);
}
const refuseKey = (shape: SealedShape, where: unknown): void => {
  if (where === undefined || is(where, SQL)) return;
  for (const { name } of shape.columns)
    if (typeof (where as Cells)[name] === 'string')
      throw new Error(`a query of ${shape.table} compares an encrypted column`);
};
const check = (
  shape: SealedShape,
  table: TenantTable,
  where: unknown,
  { orderBy = [] }: FindOptions = {},
): void => {
  for (const part of [where, ...(Array.isArray(orderBy) ? orderBy : [orderBy])])
    refuseComparison(shape, table, part);
  refuseKey(shape, where);
};

/** Wraps a reader of a practice. */
export function sealedReader(inner: ScopedReader, keys: ReadingKeys): ScopedReader {
  const open = openerOf(inner.cid, keys);
  return {
    ...inner,
    async find(table, where, options) {
      const shape = shapeOf(table);
      if (!shape) return inner.find(table, where, options);
      check(shape, table, where, options);
      return open(shape, await inner.find(table, where, options));
    },
    async pick(table, columns, where, options) {
      const shape = shapeOf(table);
      if (!shape) return inner.pick(table, columns, where, options);
      check(shape, table, where, options);
      const given = new Set<string>(columns);
      if (!shape.columns.some(({ name }) => given.has(name)))
        return inner.pick(table, columns, where, options);
      const added = shape.keys.filter((key) => !given.has(key)),
        all = [...columns, ...added] as unknown as typeof columns;
      const rows = await open(shape, await inner.pick(table, all, where, options));
      for (const key of added) for (const row of rows) delete (row as Record<string, unknown>)[key];
      return rows;
    },
    async one(table, where) {
      const shape = shapeOf(table);
      if (!shape) return inner.one(table, where);
      check(shape, table, where);
      const row = await inner.one(table, where);
      return row === undefined ? undefined : (await open(shape, [row]))[0];
    },
    count(table, where) {
      const shape = shapeOf(table);
      if (shape) check(shape, table, where);
      return inner.count(table, where);
    },
    async run(query, t, values) {
      const result = await inner.run(query, t, values),
        shape = query.rowsOf && shapeOf(query.rowsOf(t));
      return shape ? (open(shape, result as unknown[]) as Promise<typeof result>) : result;
    },
  };
}

/** Wraps a writer of a practice. */
export function sealedWriter(inner: ScopedWriter, keys: WritingKeys): ScopedWriter {
  const { cid } = inner,
    open = openerOf(cid, keys);
  return {
    ...inner,
    ...sealedReader(inner, keys),
    run: inner.run,
    async cover(table, rows) {
      const shape = shapeOf(table);
      if (!shape || !rows.some((row) => hasCells(shape, row))) return [...rows];
      const by = await keys.toSeal();
      return rows.map((row) => sealCells(by, cid, shape, row));
    },
    async insert(table, rows, options) {
      const shape = shapeOf(table);
      if (!shape) return inner.insert(table, rows, options);
      const list = (Array.isArray(rows) ? rows : [rows]) as Cells[];
      const sealed = list.some((row) => hasCells(shape, row))
        ? await keys.toSeal().then((by) => list.map((row) => sealCells(by, cid, shape, row)))
        : list;
      return open(shape, await inner.insert(table, sealed as typeof rows, options));
    },
    async update(table, set, where) {
      const shape = shapeOf(table);
      if (!shape) return inner.update(table, set, where);
      check(shape, table, where);
      if (!hasCells(shape, set)) return open(shape, await inner.update(table, set, where));
      const by = await keys.toSeal();
      // A value is bound to its row: rows that the caller did not name one by one are read first.
      const isNamed =
        !is(where, SQL) &&
        shape.keys.every((key) => ['string', 'number'].includes(typeof (where as Cells)[key]));
      if (isNamed)
        return open(
          shape,
          await inner.update(table, sealCells(by, cid, shape, set, where as Cells), where),
        );
      const columns = getTableColumns(table as PgTable) as Record<string, PgColumn>;
      const condition = is(where, SQL) ? where : plainCondition(table, where);
      const found = await inner.pick(table, [...shape.keys] as never, condition);
      const changed = [];
      for (const key of found as Cells[])
        changed.push(
          ...(await inner.update(
            table,
            sealCells(by, cid, shape, set, key),
            and(condition, ...shape.keys.map((name) => eq(columns[name]!, key[name])))!,
          )),
        );
      return open(shape, changed);
    },
    remove(table, where) {
      const shape = shapeOf(table);
      if (shape) check(shape, table, where);
      return inner.remove(table, where);
    },
  };
}

/** Binds the keys of all practices to one reader. */
export const readingKeys = (keyring: CellKeyring, cid: string): ReadingKeys => ({
  toOpen: () => keyring.of(cid),
  again: () => keyring.again(cid),
  damaged: (place) => {
    keyring.damaged(cid, place);
  },
  pause: letOthersRun,
});
/**
 * Binds them to one transaction.
 * @param loaded before the transaction began: inside it nothing but the database may be awaited
 */
export function writingKeys(
  keyring: CellKeyring,
  tx: ScopedWriter,
  t: Schema,
  loaded: CellKeys | undefined,
): WritingKeys {
  let keys = loaded;
  return {
    toOpen: () => Promise.resolve(keys),
    again: async () => (keys = await keyring.read(tx, t)),
    toSeal: async () => (keys ??= await keyring.make(tx, t)),
    damaged: (place) => {
      keyring.damaged(tx.cid, place);
    },
  };
}
