// Recurring report mails: the only writer of their table.

import { asc } from 'drizzle-orm';
import { lastDueAt, type Rhythm } from './report-mail.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type MailReportRow = Row<Schema['reportMail']>;
export const rhythmOf = (row: Pick<MailReportRow, 'weekday' | 'monthDay' | 'time'>): Rhythm => ({
  rhythmus: row.monthDay === null ? 'woche' : 'monat',
  tag: row.monthDay ?? row.weekday ?? 1,
  zeit: row.time,
});

/** Returns when a mail became due that was not sent yet, ms; undefined when none is. */
export function unsentSince(
  row: Pick<MailReportRow, 'weekday' | 'monthDay' | 'time' | 'lastAt' | 'changedAt'>,
  now: number,
): number | undefined {
  const at = lastDueAt(rhythmOf(row), now);
  return at > (row.lastAt ?? row.changedAt) ? at : undefined;
}
/** Lists practices with a mail that is due, by one query over the mails of all practices. */
export async function listDuePractices(
  { read, t: { reportMail: m } }: Pick<Store, 'read' | 't'>,
  now: number,
): Promise<string[]> {
  const rows = await read
    .select({
      cid: m.cid,
      weekday: m.weekday,
      monthDay: m.monthDay,
      time: m.time,
      lastAt: m.lastAt,
      changedAt: m.changedAt,
    })
    .from(m);
  return rows.filter((row) => unsentSince(row, now) !== undefined).map(({ cid }) => cid);
}
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
