// Queries of the practice's own consent texts and of confirmed translations; the only writer of
// their tables.

import { desc, eq, type SQL } from 'drizzle-orm';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type TextRow = Row<Schema['ownText']>;
type Source = Look | Work;

/** Inserts a text. @returns false when it already exists */
export async function insertText(w: Work, row: NewRow<Schema['ownText']>): Promise<boolean> {
  return (await w.tx.insert(w.t.ownText, row, { ifAbsent: true })).length > 0;
}
export const findTextRow = (s: Source, id: string, version: number): Promise<TextRow | undefined> =>
  readerOf(s).one(s.t.ownText, { id, version });
/** Returns every version of one text, newest first. */
export const versionsOfText = (s: Source, id: string): Promise<TextRow[]> =>
  readerOf(s).find(s.t.ownText, eq(s.t.ownText.id, id), { orderBy: desc(s.t.ownText.version) });
/** Lists texts, ordered by newest change within a text. */
export const listTextRows = (s: Source, state?: TextRow['state']): Promise<TextRow[]> =>
  readerOf(s).find(s.t.ownText, state && eq(s.t.ownText.state, state), {
    orderBy: [s.t.ownText.id as unknown as SQL, desc(s.t.ownText.version)],
  });

/**
 * Updates only if the version is in this state and was not changed concurrently.
 * @returns the updated row, or undefined
 */
export async function changeText(
  w: Work,
  { id, version, state, rev }: Pick<TextRow, 'id' | 'version' | 'state' | 'rev'>,
  set: Partial<Omit<TextRow, 'cid' | 'id' | 'version'>>,
): Promise<TextRow | undefined> {
  const { ownText } = w.t;
  const [row] = await w.tx.update(ownText, { ...set, rev: rev + 1 }, { id, version, state, rev });
  return row;
}
/** Removes the draft of a text. @returns whether the draft existed at the given revision */
export async function removeTextDraft(
  w: Work,
  id: string,
  version: number,
  rev: number,
): Promise<boolean> {
  const { ownText } = w.t;
  return (await w.tx.remove(ownText, { id, version, state: 'draft', rev })) > 0;
}

export type ReviewRow = Row<Schema['textReview']>;
/** Reads the confirmed translations of a shipped text. @param text `id@version` */
export const reviewsOf = (s: Source, text: string): Promise<ReviewRow[]> =>
  readerOf(s).find(s.t.textReview, eq(s.t.textReview.text, text));
/** Stores a confirmation in place of an older one of other words. */
export async function putReview(w: Work, row: NewRow<Schema['textReview']>): Promise<void> {
  await dropReview(w, row.text, row.language);
  await w.tx.insert(w.t.textReview, row);
}
/** @returns whether there was a confirmation */
export const dropReview = async (w: Work, text: string, language: string): Promise<boolean> =>
  (await w.tx.remove(w.t.textReview, { text, language })) > 0;
