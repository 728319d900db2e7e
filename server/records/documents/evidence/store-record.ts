// Queries for the record of a scanned paper or of the receipt of a withdrawal.

import { asc, eq } from 'drizzle-orm';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Look } from '../../../platform/work.ts';

export type ScanRow = Row<Schema['scanPage']>;
export type WithdrawalRow = Row<Schema['withdrawal']>;

/** Lists the pages that became a file, in its order. */
export const pagesOf = (look: Look, fileId: string): Promise<ScanRow[]> =>
  look.db.find(look.t.scanPage, eq(look.t.scanPage.fileId, fileId), {
    orderBy: [asc(look.t.scanPage.page), asc(look.t.scanPage.number)],
  });
/** Returns the withdrawal whose receipt a file is. */
export const withdrawalOf = async (
  look: Look,
  fileId: string,
): Promise<WithdrawalRow | undefined> =>
  (await look.db.find(look.t.withdrawal, eq(look.t.withdrawal.fileId, fileId)))[0];
