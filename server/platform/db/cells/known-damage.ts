// Rows of a table that are known to be damaged, for lists that do not read the damaged values.

import { eq, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { TenantTable } from '../scope.ts';
import { readerOf, type Look, type Work } from '../../work.ts';

/** Returns the keys of the damaged rows; almost always none. */
export async function knownDamage(s: Look | Work, table: TenantTable): Promise<Set<string>> {
  const { damagedCell } = s.t;
  const rows = await readerOf(s).pick(
    damagedCell,
    ['row'],
    eq(damagedCell.tableName, getTableName(table as PgTable)),
  );
  return new Set(rows.map(({ row }) => row));
}
