// Queries of settings, exports, received records and online appointments: the only writer of these
// four tables, a reader of tasks, documents, answers and people.

import { and, asc, desc, eq, gte, inArray, isNull, type SQL } from 'drizzle-orm';
import type { ExportFile, ExportState, ExportTarget } from '../../../shared/records/transfer.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type SettingsRow = Row<Schema['doctosync']>;
export type ExportRow = Row<Schema['exportItem']>;
export type ImportRow = Row<Schema['importItem']>;
export type OnlineRow = Row<Schema['onlineTermin']>;
type Source = Look | Work;
const all = (first: SQL, ...rest: (SQL | undefined)[]): SQL => and(first, ...rest) ?? first;

export const findSettings = (s: Source): Promise<SettingsRow | undefined> =>
  readerOf(s).one(s.t.doctosync);
/** Of every practice: folders are never shared, and each is watched. */
/** Checks whether this installation serves no other practice. */
export async function isOnlyPractice({ read, t }: Store, cid: string): Promise<boolean> {
  const rows = await read.select({ cid: t.praxis.cid }).from(t.praxis).limit(2);
  return rows.length === 1 && rows[0]?.cid === cid;
}

export const listAllSettings = (store: Store): Promise<SettingsRow[]> =>
  store.read.select().from(store.t.doctosync);
/**
 * Saves against the version that the caller saw; 0 is a practice without settings.
 * @returns false when another save came first
 */
export async function saveSettingsRow(
  w: Work,
  version: number,
  set: Omit<NewRow<Schema['doctosync']>, 'version'>,
): Promise<boolean> {
  const { doctosync } = w.t;
  if (version === 0)
    return (await w.tx.insert(doctosync, { ...set, version: 1 }, { ifAbsent: true })).length > 0;
  return (await w.tx.update(doctosync, { ...set, version: version + 1 }, { version })).length > 0;
}

// Exports.
export const itemsOf = (s: Source, taskId: string): Promise<ExportRow[]> =>
  readerOf(s).find(s.t.exportItem, eq(s.t.exportItem.taskId, taskId), {
    orderBy: asc(s.t.exportItem.target),
  });
export async function insertItems(w: Work, rows: NewRow<Schema['exportItem']>[]): Promise<void> {
  if (rows.length > 0) await w.tx.insert(w.t.exportItem, rows, { ifAbsent: true });
}
/** Changes an item only while it is in one of the states. */
export async function changeItem(
  w: Work,
  taskId: string,
  target: ExportTarget,
  from: readonly ExportState[],
  set: Partial<NewRow<Schema['exportItem']>> & { files?: ExportFile[] },
): Promise<boolean> {
  const t = w.t.exportItem;
  return (
    (
      await w.tx.update(
        t,
        { ...set, changedAt: w.now },
        all(eq(t.taskId, taskId), eq(t.target, target), inArray(t.state, [...from])),
      )
    ).length > 0
  );
}
export const listItems = (
  s: Source,
  states: readonly ExportState[],
  limit: number,
  order: 'oldest' | 'newest',
): Promise<ExportRow[]> =>
  readerOf(s).find(s.t.exportItem, inArray(s.t.exportItem.state, [...states]), {
    orderBy: order === 'oldest' ? asc(s.t.exportItem.queuedAt) : desc(s.t.exportItem.changedAt),
    limit,
  });
export const countItems = (s: Source, states: readonly ExportState[]): Promise<number> =>
  readerOf(s).count(s.t.exportItem, inArray(s.t.exportItem.state, [...states]));

// Received records.
/** Stores a received record; one that failed before is replaced. */
export async function putImport(w: Work, row: NewRow<Schema['importItem']>): Promise<void> {
  const { id, ...set } = row;
  const made = await w.tx.insert(w.t.importItem, row, { ifAbsent: true });
  if (made.length === 0) await w.tx.update(w.t.importItem, set, { id, outcome: 'failed' });
}
export const findImport = (s: Source, id: string): Promise<ImportRow | undefined> =>
  readerOf(s).one(s.t.importItem, { id });
const isUnseen = (s: Source): SQL =>
  all(eq(s.t.importItem.outcome, 'failed'), isNull(s.t.importItem.seenAt));
export const listUnseen = (s: Source, limit: number): Promise<ImportRow[]> =>
  readerOf(s).find(s.t.importItem, isUnseen(s), { orderBy: desc(s.t.importItem.at), limit });
export const countUnseen = (s: Source): Promise<number> =>
  readerOf(s).count(s.t.importItem, isUnseen(s));
export const listTaken = (s: Source, limit: number): Promise<ImportRow[]> =>
  readerOf(s).find(s.t.importItem, eq(s.t.importItem.outcome, 'taken'), {
    orderBy: desc(s.t.importItem.at),
    limit,
  });
export const markSeen = async (w: Work, id: string, by: string): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.importItem,
      { seenAt: w.now, seenBy: by },
      all(eq(w.t.importItem.id, id), isUnseen(w)),
    )
  ).length > 0;

// Online appointments.
export const findOnline = (s: Source, terminId: string): Promise<OnlineRow | undefined> =>
  readerOf(s).one(s.t.onlineTermin, { terminId });
export const ofSeries = (s: Source, uid: string): Promise<OnlineRow[]> =>
  readerOf(s).find(s.t.onlineTermin, eq(s.t.onlineTermin.uid, uid));
export async function putOnline(w: Work, row: NewRow<Schema['onlineTermin']>): Promise<void> {
  const { terminId, ...set } = row;
  if ((await w.tx.insert(w.t.onlineTermin, row, { ifAbsent: true })).length === 0)
    await w.tx.update(w.t.onlineTermin, set, { terminId });
}
const isOpenFrom = (s: Source, day: string): SQL =>
  all(eq(s.t.onlineTermin.state, 'open'), gte(s.t.onlineTermin.day, day));
export const listOpenOnline = (s: Source, day: string, limit: number): Promise<OnlineRow[]> =>
  readerOf(s).find(s.t.onlineTermin, isOpenFrom(s, day), {
    orderBy: [asc(s.t.onlineTermin.day), asc(s.t.onlineTermin.time)],
    limit,
  });
export const countOpenOnline = (s: Source, day: string): Promise<number> =>
  readerOf(s).count(s.t.onlineTermin, isOpenFrom(s, day));

// Tables written by other slices.
export type TaskRow = Row<Schema['task']>;
export const taskOf = (s: Source, taskId: string): Promise<TaskRow | undefined> =>
  readerOf(s).one(s.t.task, { taskId });
export const documentOf = (
  s: Source,
  taskId: string,
): Promise<Row<Schema['document']> | undefined> => readerOf(s).one(s.t.document, { taskId });
export const envelopeOf = (
  s: Source,
  taskId: string,
): Promise<Row<Schema['envelope']> | undefined> => readerOf(s).one(s.t.envelope, { taskId });
export const withdrawalsOf = (s: Source, taskId: string): Promise<Row<Schema['withdrawal']>[]> =>
  readerOf(s).find(s.t.withdrawal, eq(s.t.withdrawal.taskId, taskId));
/** A document that belongs to no task, such as a receipt. */
export const fileOf = (s: Source, fileId: string): Promise<Row<Schema['document']> | undefined> =>
  readerOf(s).one(s.t.document, { fileId });
export const answersIdOf = async (s: Source, taskId: string): Promise<string | undefined> =>
  (await readerOf(s).pick(s.t.answers, ['id'], eq(s.t.answers.taskId, taskId)))[0]?.id;
