// Queries of canned answers, below the vendor's cid; the only writer of them.

import { asc } from 'drizzle-orm';
import type { CannedTextInput, CannedTexts } from '../../../shared/vendor/tickets.schema.ts';
import type { Look, Work } from '../../platform/work.ts';

const MOST = 500;
/** Lists canned answers by title. */
export const listTexts = async ({ db, t }: Look): Promise<CannedTexts['items']> =>
  (await db.find(t.cannedText, undefined, { orderBy: asc(t.cannedText.title), limit: MOST })).map(
    ({ id, title, text }) => ({ id, title, text }),
  );
export async function storeText(w: Work, id: string, text: CannedTextInput): Promise<void> {
  const row = { ...text, changedAt: w.now },
    known = await w.tx.update(w.t.cannedText, row, { id });
  if (known.length === 0) await w.tx.insert(w.t.cannedText, { id, ...row });
}
export const removeText = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.cannedText, { id })) > 0;
