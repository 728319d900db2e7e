// Queries of the practice's delivered lists and of its entered values; only this file writes the
// latter.

import { desc, eq } from 'drizzle-orm';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type { PvsTable } from '../../platform/db/schema/pvs.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type ValueRow = Row<Schema['praxiswert']>;
type Cell = string | number | boolean | null;
export type ListRow = Readonly<Record<string, Cell>> & {
  readonly id: string;
  readonly version: number;
  readonly hash: number;
  readonly batch: number;
  readonly deleted: boolean;
};

/** Reads the numbers of the valid deliveries, with their closing times. */
export async function visible(
  look: Look,
): Promise<{ numbers: ReadonlySet<number>; asOf: number | null }> {
  const rows = await look.db.pick(
    look.t.pvsBatch,
    ['batch', 'closedAt'],
    eq(look.t.pvsBatch.state, 'closed'),
  );
  return {
    numbers: new Set(rows.map((one) => one.batch)),
    asOf: rows.reduce<number | null>(
      (last, one) =>
        one.closedAt !== null && (last === null || one.closedAt > last) ? one.closedAt : last,
      null,
    ),
  };
}
export async function listRows(look: Look, entity: PvsEntity): Promise<ListRow[]> {
  const table = (look.t as unknown as Record<string, PvsTable>)[
    `pvs${entity[0]!.toUpperCase()}${entity.slice(1)}`
  ]!;
  const rows: unknown[] = await look.db.find(table);
  return rows as ListRow[];
}

export const listValues = (s: Look | Work): Promise<ValueRow[]> =>
  readerOf(s).find(s.t.praxiswert, undefined, {
    orderBy: [desc(s.t.praxiswert.changedAt), desc(s.t.praxiswert.id)],
  });
export const findValue = (w: Work, id: string): Promise<ValueRow | undefined> =>
  w.tx.one(w.t.praxiswert, { id });
export async function addValue(w: Work, row: Omit<ValueRow, 'cid'>): Promise<void> {
  await w.tx.insert(w.t.praxiswert, row);
}
export const removeValue = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.praxiswert, { id })) > 0;
