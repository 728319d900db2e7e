// Rows of uploaded pictures; their bytes are with the practice's other encrypted files.

import { eq } from 'drizzle-orm';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Look, Work } from '../../platform/work.ts';

export type ImageRow = Row<Schema['image']>;
export const insertImage = async (w: Work, row: NewRow<Schema['image']>): Promise<void> => {
  await w.tx.insert(w.t.image, row);
};
export const findImage = (look: Look, id: string): Promise<ImageRow | undefined> =>
  look.db.one(look.t.image, { id });
/** Deletes a row; returns the file that no other row references. */
export async function removeImage(w: Work, id: string): Promise<string | undefined> {
  const row = await w.tx.one(w.t.image, { id });
  if (!row) return undefined;
  await w.tx.remove(w.t.image, { id });
  return (await w.tx.count(w.t.image, eq(w.t.image.sha256, row.sha256))) === 0
    ? row.sha256
    : undefined;
}
