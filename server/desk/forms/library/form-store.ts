// Queries of the practice's own forms; the only writer of their table.

import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { NewRow, Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type FormRow = Row<Schema['form']>;
type Source = Look | Work;

/** Inserts a form. @returns false when it already exists */
export async function insertForm(w: Work, row: NewRow<Schema['form']>): Promise<boolean> {
  return (await w.tx.insert(w.t.form, row, { ifAbsent: true })).length > 0;
}
export const findFormRow = (s: Source, id: string, version: number): Promise<FormRow | undefined> =>
  readerOf(s).one(s.t.form, { id, version });
const headsWhere = (s: Source, where: SQL | undefined) =>
  readerOf(s).pick(
    s.t.form,
    ['id', 'version', 'state', 'rev', 'sha256', 'languages', 'changedAt', 'publishedAt'],
    where,
    { orderBy: [s.t.form.id as unknown as SQL, desc(s.t.form.version)] },
  );
/** Returns one version without its content. */
export const findFormHead = async (s: Source, id: string, version: number) =>
  (await headsWhere(s, and(eq(s.t.form.id, id), eq(s.t.form.version, version))))[0];
/** Returns every version of one form without its content, newest first. */
export const versionsOf = (s: Source, id: string) => headsWhere(s, eq(s.t.form.id, id));
/** Returns all versions without their content: newest first within a form. */
export const listFormHeads = (s: Source, state?: FormRow['state']) =>
  headsWhere(s, state && eq(s.t.form.state, state));
export type FormHead = Awaited<ReturnType<typeof listFormHeads>>[number];

/**
 * Updates only if the version is in this state and was not changed concurrently.
 * @returns the updated row, or undefined
 */
export async function changeForm(
  w: Work,
  { id, version, state, rev }: Pick<FormRow, 'id' | 'version' | 'state' | 'rev'>,
  set: Partial<Omit<FormRow, 'cid' | 'id' | 'version'>>,
): Promise<FormRow | undefined> {
  const { form } = w.t;
  const [row] = await w.tx.update(form, { ...set, rev: rev + 1 }, { id, version, state, rev });
  return row;
}
/** Retires the active versions, except one. */
export async function retireOthers(
  w: Work,
  id: string,
  version: number,
  by: string,
): Promise<void> {
  for (const row of await versionsOf(w, id))
    if (row.state === 'active' && row.version !== version)
      await changeForm(w, row, { state: 'retired', changedBy: by, changedAt: w.now });
}
/** Removes a draft. @returns whether the draft existed at the given revision */
export async function removeDraft(
  w: Work,
  id: string,
  version: number,
  rev: number,
): Promise<boolean> {
  const { form } = w.t;
  return (await w.tx.remove(form, { id, version, state: 'draft', rev })) > 0;
}
