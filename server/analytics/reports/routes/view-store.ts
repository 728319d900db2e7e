// Saved filters of reports and notes on them: the only writer of their tables.

import { and, asc, desc, eq, isNull, ne, or } from 'drizzle-orm';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type ProfileRow = Row<Schema['profile']>;
export type NoteRow = Row<Schema['reportNote']>;

/** Lists the entries of a user and those of the whole practice. */
export const profileOf = ({ db, t }: Look, report: string, userId: string): Promise<ProfileRow[]> =>
  db.find(
    t.profile,
    and(eq(t.profile.report, report), or(eq(t.profile.owner, userId), isNull(t.profile.owner))),
    { orderBy: [asc(t.profile.position), asc(t.profile.id)] },
  );
export const countProfile = (w: Work, report: string): Promise<number> =>
  w.tx.count(w.t.profile, eq(w.t.profile.report, report));
export const findProfile = (s: Look | Work, id: string): Promise<ProfileRow | undefined> =>
  readerOf(s).one(s.t.profile, { id });
/**
 * Replaces the entry with the same id; a user, or the practice, has one default per report, with
 * which it opens.
 */
export async function putProfileRow(w: Work, row: Omit<ProfileRow, 'cid'>): Promise<void> {
  const { profile } = w.t;
  if (row.isDefault === true)
    await w.tx.update(
      profile,
      { isDefault: false },
      and(
        eq(profile.report, row.report),
        row.owner === null ? isNull(profile.owner) : eq(profile.owner, row.owner),
        ne(profile.id, row.id),
      )!,
    );
  const { id, ...set } = row;
  if ((await w.tx.update(profile, set, { id })).length === 0) await w.tx.insert(profile, row);
}
export const dropProfile = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.profile, { id })) > 0;

export const noteRowsOf = ({ db, t }: Look, report: string): Promise<NoteRow[]> =>
  db.find(t.reportNote, eq(t.reportNote.report, report), {
    orderBy: [desc(t.reportNote.key), desc(t.reportNote.at)],
    limit: 500,
  });
export const findNote = (s: Look | Work, id: string): Promise<NoteRow | undefined> =>
  readerOf(s).one(s.t.reportNote, { id });
/** Returns false where it exists already. */
export const addNote = async (w: Work, row: Omit<NoteRow, 'cid' | 'at'>): Promise<boolean> =>
  (await w.tx.insert(w.t.reportNote, { ...row, at: w.now }, { ifAbsent: true })).length > 0;
export const dropNote = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.reportNote, { id })) > 0;
