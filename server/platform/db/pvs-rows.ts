// Effective delivered rows of a practice: of each id the newest version among the valid deliveries.

import { eq, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PvsEntity, PvsRecord } from '../../../shared/analytics/deliveries/pvs.ts';
import type { PvsTable } from './schema/pvs.ts';
import type { Schema } from './schema.ts';
import type { Row } from './scope.ts';
import { readerOf, type Look, type Work } from '../work.ts';

/** Ids per query: below the parameter limit of either database. */
const CHUNK = 500;

/** Lists valid deliveries: closed and not withdrawn. */
export const countingBatches = (
  s: Look | Work,
): Promise<Pick<Row<Schema['pvsBatch']>, 'batch' | 'source' | 'closedAt'>[]> =>
  readerOf(s).pick(s.t.pvsBatch, ['batch', 'source', 'closedAt'], eq(s.t.pvsBatch.state, 'closed'));

/**
 * Selects of rows with the same id the newest one with a valid delivery; ordered by (version,
 * hash), independent of arrival.
 */
export function truest<
  R extends { id: string; version: number; hash: number; batch: number; deleted: boolean },
>(rows: readonly R[], counting: ReadonlySet<number>): R[] {
  const best = new Map<string, R>();
  for (const row of rows) {
    if (!counting.has(row.batch)) continue;
    const before = best.get(row.id);
    if (
      !before ||
      row.version > before.version ||
      (row.version === before.version && row.hash > before.hash)
    )
      best.set(row.id, row);
  }
  return [...best.values()].filter((row) => !row.deleted);
}

type TableKey<E extends PvsEntity> = `pvs${Capitalize<E>}`;
/** Returns the table of an entity. */
export const pvsTable = (t: Schema, entity: PvsEntity): PvsTable =>
  t[`pvs${entity.charAt(0).toUpperCase()}${entity.slice(1)}` as TableKey<PvsEntity>];
/** Returns the columns of an entity by field name. */
export const pvsColumns = <E extends PvsEntity>(
  t: Schema,
  entity: E,
): Record<keyof PvsRecord<E> | 'id' | 'batch', PgColumn> => pvsTable(t, entity) as never;

/** An effective row: its own id and its fields. */
export type TrueRow<E extends PvsEntity> = PvsRecord<E> & { readonly id: string };
/**
 * Returns the effective rows of an entity.
 * @param where selects candidate ids; the effective row may not match it, so filter the result
 * again
 */
export async function trueRows<E extends PvsEntity>(
  s: Look | Work,
  entity: E,
  where?: SQL,
): Promise<TrueRow<E>[]> {
  const reader = readerOf(s),
    counting = new Set((await countingBatches(s)).map((one) => one.batch)),
    table = pvsTable(s.t, entity);
  if (where === undefined)
    return truest(await reader.find(table), counting) as unknown as TrueRow<E>[];
  const ids = [...new Set((await reader.pick(table, ['id'], where)).map((row) => row.id))];
  const found: TrueRow<E>[] = [];
  for (let at = 0; at < ids.length; at += CHUNK)
    found.push(
      ...(truest(
        await reader.find(table, inArray(table.id, ids.slice(at, at + CHUNK))),
        counting,
      ) as unknown as TrueRow<E>[]),
    );
  return found;
}
