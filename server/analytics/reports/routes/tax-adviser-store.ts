// Frozen figures: written once, never changed; the only writer of their table.

import { desc } from 'drizzle-orm';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type TaxRow = Row<Schema['reportSnapshot']>;

export const taxRowsOf = ({ db, t }: Look): Promise<TaxRow[]> =>
  db.find(t.reportSnapshot, undefined, {
    orderBy: [desc(t.reportSnapshot.at), desc(t.reportSnapshot.id)],
  });
export const findTaxReport = (s: Look | Work, id: string): Promise<TaxRow | undefined> =>
  readerOf(s).one(s.t.reportSnapshot, { id });
/** Returns false where the maximum number is reached. */
export async function addTaxReport(
  w: Work,
  row: Omit<TaxRow, 'cid' | 'at'>,
  most: number,
): Promise<boolean> {
  if ((await w.tx.count(w.t.reportSnapshot)) >= most) return false;
  await w.tx.insert(w.t.reportSnapshot, { ...row, at: w.now });
  return true;
}
