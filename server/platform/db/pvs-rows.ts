// What is true of the delivered rows of a practice right now: of each id the newest version among the deliveries that count.

import { eq, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PvsEntity, PvsRecord } from '../../../shared/analytics/deliveries/pvs.ts';
import type { PvsTable } from './schema/pvs.ts';
import type { Schema } from './schema.ts';
import type { Row } from './scope.ts';
import { readerOf, type Look, type Work } from '../work.ts';

/** Ids asked for at once: below the number of values that either database takes. */
const CHUNK = 500;

/** Deliveries that count: closed and not withdrawn. */
export const countingBatches = (
  s: Look | Work,
): Promise<Pick<Row<Schema['pvsBatch']>, 'batch' | 'source' | 'closedAt'>[]> =>
  readerOf(s).pick(s.t.pvsBatch, ['batch', 'source', 'closedAt'], eq(s.t.pvsBatch.state, 'closed'));

/** Of rows with the same id the newest one whose delivery counts; the order is that of (version, hash), whatever order they came in. */
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
/** The table of an entity. */
export const pvsTable = (t: Schema, entity: PvsEntity): PvsTable =>
  t[`pvs${entity.charAt(0).toUpperCase()}${entity.slice(1)}` as TableKey<PvsEntity>];
/** The columns of an entity by the names of its fields. */
export const pvsColumns = <E extends PvsEntity>(
  t: Schema,
  entity: E,
): Record<keyof PvsRecord<E> | 'id' | 'batch', PgColumn> => pvsTable(t, entity) as never;

/** A true row: its own id and its fields. */
export type TrueRow<E extends PvsEntity> = PvsRecord<E> & { readonly id: string };
/**
 * The true rows of an entity.
 * @param where looks for ids that could be meant; a row that is true by now may not fit it any more, so ask what comes back again
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
