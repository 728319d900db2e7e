// Rows of a practice's keys; private halves are stored wrapped by the root key.

import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { RetireReason } from '../../../shared/papers/seal/retired-seal.ts';
import type { Row, ScopedReader, ScopedWriter, TenantTable } from '../db/scope.ts';
import type { Work } from '../work.ts';
import type { Schema } from '../db/schema.ts';
import type { Store } from '../db/store.ts';

export type KeyPurpose = 'blob' | 'seal' | 'authority' | 'receive' | 'escrow' | 'cells';
export interface KeyRow {
  id: string;
  purpose: KeyPurpose;
  wrapped: Buffer | null;
  publicJwk: JsonWebKey | null;
  certificate: Buffer | null;
  createdAt: number;
  retiredAt: number | null;
  retiredFrom: number | null;
  retiredReason: RetireReason | null;
}

/** A key that is in use. */
export const NOT_RETIRED = { retiredAt: null, retiredFrom: null, retiredReason: null } as const;

export const insertKeys = (tx: ScopedWriter, t: Schema, rows: KeyRow[]): Promise<unknown> =>
  tx.insert(t.practiceKey, rows);
/** Inserts one key, unless its id is taken. @returns whether it was inserted */
export const insertKeyIfAbsent = async (
  tx: ScopedWriter,
  t: Schema,
  row: KeyRow,
): Promise<boolean> => (await tx.insert(t.practiceKey, row, { ifAbsent: true })).length > 0;
/** Returns the keys in use, except those for cells of the database. */
export const activeKeys = (db: ScopedReader, t: Schema): Promise<(KeyRow & { cid: string })[]> =>
  db.find(t.practiceKey, and(isNull(t.practiceKey.retiredAt), ne(t.practiceKey.purpose, 'cells')));
/** Returns the wrapped keys of the practice, in use or not. */
export const wrappedKeys = async (
  db: ScopedReader,
  t: Schema,
): Promise<{ id: string; purpose: KeyPurpose; wrapped: Buffer }[]> =>
  (
    await db.pick(t.practiceKey, ['id', 'purpose', 'wrapped'], isNotNull(t.practiceKey.wrapped))
  ).flatMap((row) => (row.wrapped ? [{ ...row, wrapped: row.wrapped }] : []));
/** Replaces a wrapped key, unless it was replaced meanwhile. @returns whether it was */
export const replaceWrapped = async (
  tx: ScopedWriter,
  t: Schema,
  id: string,
  from: Buffer,
  to: Buffer,
): Promise<boolean> =>
  (await tx.update(t.practiceKey, { wrapped: to }, { id, wrapped: from })).length > 0;
/** Returns every key of the practice for cells of the database, newest first. */
export const cellKeyRows = (db: ScopedReader, t: Schema): Promise<(KeyRow & { cid: string })[]> =>
  db.find(t.practiceKey, eq(t.practiceKey.purpose, 'cells'), {
    orderBy: [desc(t.practiceKey.createdAt), desc(t.practiceKey.id)],
  });
const certifiedRows = (
  db: ScopedReader,
  t: Schema,
  purpose: 'authority' | 'seal',
): Promise<(KeyRow & { cid: string })[]> =>
  db.find(t.practiceKey, eq(t.practiceKey.purpose, purpose), {
    orderBy: [desc(t.practiceKey.createdAt), desc(t.practiceKey.id)],
  });
/** Returns every seal key of the practice, newest first. */
export const sealRows = (db: ScopedReader, t: Schema): Promise<(KeyRow & { cid: string })[]> =>
  certifiedRows(db, t, 'seal');
/**
 * Returns every root of the practice, newest first; a retired one still verifies the seals issued
 * under it.
 */
export const authorityRows = (db: ScopedReader, t: Schema): Promise<(KeyRow & { cid: string })[]> =>
  certifiedRows(db, t, 'authority');
/** Returns seal keys and roots of some practices, newest first. */
export const certifiedOf = (
  { read, t: { practiceKey: k } }: Store,
  cids: readonly string[],
): Promise<(KeyRow & { cid: string })[]> =>
  read
    .select()
    .from(k)
    .where(and(inArray(k.cid, [...cids]), inArray(k.purpose, ['seal', 'authority'])))
    .orderBy(desc(k.createdAt), desc(k.id));
/** Returns a key of a purpose by its id, in use or not. */
export const keyById = (
  db: ScopedReader,
  t: Schema,
  id: string,
  purpose: KeyPurpose,
): Promise<(KeyRow & { cid: string }) | undefined> => db.one(t.practiceKey, { id, purpose });
/** Retires a seal key now. @returns whether it was in use */
export const markSealRetired = async (
  { tx, t, now }: Work,
  id: string,
  from: number,
  reason: RetireReason,
): Promise<boolean> => {
  const { practiceKey } = t;
  const marked = await tx.update(
    practiceKey,
    { retiredAt: now, retiredFrom: from, retiredReason: reason },
    and(eq(practiceKey.id, id), eq(practiceKey.purpose, 'seal'), isNull(practiceKey.retiredAt))!,
  );
  return marked.length > 0;
};
export const praxisName = async (db: ScopedReader, t: Schema): Promise<string | undefined> =>
  (await db.one(t.praxis))?.name;
/** Lists the renewals of seals that were queued before an instant (ms) and are not done. */
export const openRenewals = (db: ScopedReader, t: Schema, before: number): Promise<unknown[]> =>
  db.find(
    t.job,
    and(eq(t.job.kind, 'renew-seal'), ne(t.job.state, 'done'), lte(t.job.createdAt, before)),
  );

/** Retires older keys for cells: they encrypt nothing any more, and still open old values. */
export const retireCellKeys = async (
  { tx, t, now }: Pick<Work, 'tx' | 't' | 'now'>,
  newest: string,
): Promise<number> =>
  (
    await tx.update(
      t.practiceKey,
      { retiredAt: now },
      and(
        eq(t.practiceKey.purpose, 'cells'),
        ne(t.practiceKey.id, newest),
        isNull(t.practiceKey.retiredAt),
      )!,
    )
  ).length;
/** Returns how far the practice's stored cells are encrypted. */
export const cellStateOf = (
  db: ScopedReader,
  t: Schema,
): Promise<Row<Schema['cellState']> | undefined> => db.one(t.cellState);
/** Stores how far the walk over stored rows came. */
export async function saveCellState(
  tx: ScopedWriter,
  t: Schema,
  state: Omit<Row<Schema['cellState']>, 'cid'>,
): Promise<void> {
  const [made] = await tx.insert(t.cellState, state, { ifAbsent: true });
  if (!made) await tx.update(t.cellState, state, eq(t.cellState.cid, tx.cid));
}
const columnsOf = (table: TenantTable): Record<string, PgColumn> =>
  getTableColumns(table as PgTable) as Record<string, PgColumn>;
/** Lists the next rows of a table after a key, as they are stored. */
export const storedRows = (
  tx: ScopedReader,
  table: TenantTable,
  keys: readonly string[],
  after: readonly unknown[] | undefined,
  limit: number,
): Promise<Record<string, unknown>[]> => {
  const columns = keys.map((key) => columnsOf(table)[key]!),
    tuple = (parts: readonly unknown[]): SQL =>
      sql`(${sql.join(
        parts.map((part) => sql`${part}`),
        sql`, `,
      )})`;
  // With the practice, so that the database starts in the key's index instead of at its first row.
  const from = after && sql`${tuple([table.cid, ...columns])} > ${tuple([tx.cid, ...after])}`;
  return tx.find(table, from, {
    orderBy: columns.map((column) => asc(column)),
    limit,
  }) as Promise<Record<string, unknown>[]>;
};
/** Writes the encrypted cells of one row. */
export const saveCells = (
  tx: ScopedWriter,
  table: TenantTable,
  keys: readonly string[],
  row: Readonly<Record<string, unknown>>,
  cells: Record<string, unknown>,
): Promise<unknown> =>
  tx.update(table, cells, and(...keys.map((key) => eq(columnsOf(table)[key]!, row[key])))!);
