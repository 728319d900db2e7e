// Queries of the emergency paper set; the only writer of its row.

import { eq } from 'drizzle-orm';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Look, Work } from '../../platform/work.ts';

export type PaperSetRow = Row<Schema['paperSet']>;

export const findPaperSet = (look: Look): Promise<PaperSetRow | undefined> =>
  look.db.one(look.t.paperSet);
/** Inserts or updates the practice's single row. */
export async function keepPaperSet(w: Work, row: NewRow<Schema['paperSet']>): Promise<void> {
  if ((await w.tx.update(w.t.paperSet, row, eq(w.t.paperSet.cid, w.cid))).length === 0)
    await w.tx.insert(w.t.paperSet, row, { ifAbsent: true });
}
