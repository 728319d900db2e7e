// Columns whose values are encrypted with a key of their practice, and the name that binds each
// value to its cell.

import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Encrypted columns of a table, by the property names of the schema. */
interface SealedTable {
  /** Column that selects a row within its practice; never changed after the insert. */
  readonly key: string;
  readonly columns: readonly string[];
}

/** Version of the list below; a higher one makes every practice encrypt its stored rows again. */
export const SEALED_VERSION = 1;
/**
 * By table name. No query may compare or sort by one of these columns in the database. Rows of these
 * tables are read and written by the store of a practice only.
 */
export const SEALED: Readonly<Record<string, SealedTable>> = {
  answers: { key: 'id', columns: ['response', 'problems'] },
  document: { key: 'fileId', columns: ['voidNote'] },
  envelope: { key: 'id', columns: ['signers', 'evidence', 'salt'] },
  home_link: { key: 'id', columns: ['label'] },
  legal_hold: { key: 'id', columns: ['reason'] },
  mappe: { key: 'id', columns: ['signers'] },
  master_change: { key: 'id', columns: ['before', 'after'] },
  restriction: { key: 'id', columns: ['reason'] },
  restriction_opening: { key: 'id', columns: ['reason'] },
  task: { key: 'taskId', columns: ['data', 'read'] },
  unmatched: {
    key: 'id',
    columns: ['firstName', 'lastName', 'geburtsdatum', 'response', 'problems', 'reason'],
  },
};

export interface SealedColumn {
  readonly name: string;
  /** Whether the value is an object, written as JSON before it is encrypted. */
  readonly isJson: boolean;
}
/** How a table's cells are encrypted, with the columns of the schema. */
export interface SealedShape {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly SealedColumn[];
}
const shapes = new WeakMap<PgTable, SealedShape | null>();
/** Returns the encrypted columns of a table; undefined for a table without any. */
export function shapeOf(table: PgTable): SealedShape | undefined {
  let shape = shapes.get(table);
  if (shape === undefined) {
    const name = getTableName(table),
      entry = SEALED[name];
    const all = getTableColumns(table) as Record<string, PgColumn>;
    shape = entry
      ? {
          table: name,
          key: entry.key,
          columns: entry.columns.map((one) => ({
            name: one,
            isJson: all[one]!.dataType === 'json',
          })),
        }
      : null;
    shapes.set(table, shape);
  }
  return shape ?? undefined;
}
