// Recurring report mails: the only writer of their table.

import { asc } from 'drizzle-orm';
import type { Rhythm } from './report-mail.ts';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type MailReportRow = Row<Schema['reportMail']>;
export const rhythmOf = (row: Pick<MailReportRow, 'weekday' | 'monthDay' | 'time'>): Rhythm => ({
  rhythmus: row.monthDay === null ? 'woche' : 'monat',
  tag: row.monthDay ?? row.weekday ?? 1,
  zeit: row.time,
});

export const reportMailsOf = (s: Look | Work): Promise<MailReportRow[]> =>
  readerOf(s).find(s.t.reportMail, undefined, {
    orderBy: [asc(s.t.reportMail.changedAt), asc(s.t.reportMail.id)],
  });
export const findReportMail = (s: Look | Work, id: string): Promise<MailReportRow | undefined> =>
  readerOf(s).one(s.t.reportMail, { id });
/** Replaces the entry with the same id. */
export async function putReportMail(w: Work, row: Omit<MailReportRow, 'cid'>): Promise<void> {
  const { id, ...set } = row;
  if ((await w.tx.update(w.t.reportMail, set, { id })).length === 0)
    await w.tx.insert(w.t.reportMail, row);
}
export const noteSent = async (w: Work, id: string, lastAt: number): Promise<void> => {
  await w.tx.update(w.t.reportMail, { lastAt }, { id });
};
/** Mails of a removed view keep its last filter. */
export const keepFilterOfView = async (
  w: Work,
  viewId: string,
  filter: Record<string, string>,
): Promise<void> => {
  await w.tx.update(w.t.reportMail, { filter, viewId: null }, { viewId });
};
export const dropReportMail = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.reportMail, { id })) > 0;
