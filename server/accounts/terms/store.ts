// Rows of accepted terms: version, user, time; the only writer of that table.

import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Look, Work } from '../../platform/work.ts';

export type AcceptanceRow = Row<Schema['termsAcceptance']>;

export const listAccepted = ({ db, t }: Pick<Look, 'db' | 't'>): Promise<AcceptanceRow[]> =>
  db.find(t.termsAcceptance);
/** Returns false when the practice had accepted this version before. */
export const insertAcceptance = async (
  w: Work,
  row: Omit<AcceptanceRow, 'cid'>,
): Promise<boolean> => (await w.tx.insert(w.t.termsAcceptance, row, { ifAbsent: true })).length > 0;
