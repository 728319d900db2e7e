// Queries of shares, their items, sessions, codes and events; the one writer of these tables.
// Documents and tasks are only read.

import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import type { EventWord } from './event-words.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { SHARE_IDLE_MS } from '../../../shared/exchange/share.ts';

export type ShareRow = Row<Schema['share']>;
export type ShareItemRow = Row<Schema['shareItem']>;
export type SentCodeRow = Row<Schema['shareCode']>;
export type ShareSessionRow = Row<Schema['shareSession']>;
type Source = Look | Work;

/** Inserts a share. @returns false when the id is taken */
export const insertShare = async (w: Work, row: NewRow<Schema['share']>): Promise<boolean> =>
  (await w.tx.insert(w.t.share, row, { ifAbsent: true })).length > 0;
export const insertItems = (w: Work, rows: NewRow<Schema['shareItem']>[]): Promise<unknown> =>
  w.tx.insert(w.t.shareItem, rows);
export const findShare = (s: Source, id: string): Promise<ShareRow | undefined> =>
  readerOf(s).one(s.t.share, { id });
export const findShareByHash = (s: Source, hash: string): Promise<ShareRow | undefined> =>
  readerOf(s).one(s.t.share, { hash });
export const itemsOf = (s: Source, shares: readonly string[]): Promise<ShareItemRow[]> =>
  shares.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.shareItem, inArray(s.t.shareItem.share, [...shares]), {
        orderBy: [asc(s.t.shareItem.share), asc(s.t.shareItem.n)],
      });
/** Lists the shares that are open in any way and those created since (ms), newest first. */
export function listShares(
  s: Source,
  patids: readonly string[] | undefined,
  since: number,
  limit: number,
): Promise<ShareRow[]> {
  const { share } = s.t,
    recent = or(gt(share.createdAt, since), gt(share.expiresAt, s.now));
  return readerOf(s).find(
    share,
    patids === undefined ? recent : and(recent, inArray(share.patid, [...patids])),
    { orderBy: [desc(share.createdAt), desc(share.id)], limit },
  );
}

/** Takes one of the remaining attempts; undefined when none is left. */
export async function takeTry(w: Work, id: string): Promise<ShareRow | undefined> {
  const { share } = w.t;
  return (
    await w.tx.update(
      share,
      { triesLeft: sql`${share.triesLeft} - 1` as unknown as number },
      and(eq(share.id, id), gt(share.triesLeft, 0))!,
    )
  )[0];
}
/** Returns the attempt after a correct answer. */
export async function giveTryBack(
  w: Work,
  id: string,
  most: number,
): Promise<ShareRow | undefined> {
  const { share } = w.t;
  return (
    await w.tx.update(
      share,
      { triesLeft: sql`${share.triesLeft} + 1` as unknown as number },
      and(eq(share.id, id), lt(share.triesLeft, most))!,
    )
  )[0];
}
export const changeShare = async (
  w: Work,
  id: string,
  set: Partial<NewRow<Schema['share']>>,
): Promise<ShareRow | undefined> => (await w.tx.update(w.t.share, set, { id }))[0];
/** Ends a share. @returns undefined when it was ended before */
export const endShare = async (
  w: Work,
  id: string,
  by: string,
  renewedBy: string | null,
): Promise<ShareRow | undefined> =>
  (
    await w.tx.update(
      w.t.share,
      { endedAt: w.now, endedBy: by, renewedBy },
      { id, endedAt: NOTHING },
    )
  )[0];
/** Marks an item as done. @returns false when it was done before */
export const finishItem = async (w: Work, id: string, resultId: string | null): Promise<boolean> =>
  (await w.tx.update(w.t.shareItem, { doneAt: w.now, resultId }, { id, doneAt: NOTHING })).length >
  0;

export const findItem = (s: Source, id: string): Promise<ShareItemRow | undefined> =>
  readerOf(s).one(s.t.shareItem, { id });
/**
 * Records an outcome instead of a signature; a refusal ends the item, a question leaves it open for
 * later.
 */
export const noteSaid = (
  w: Work,
  id: string,
  said: 'question' | 'declined',
  resultId: string,
): Promise<unknown> =>
  w.tx.update(
    w.t.shareItem,
    { said, resultId, ...(said === 'declined' && { doneAt: w.now }) },
    { id },
  );
/** Closes one-time shares as soon as all their items are done. */
export async function finishShare(w: Work, share: ShareRow): Promise<void> {
  if (share.isOnce && (await itemsOf(w, [share.id])).every((one) => one.doneAt !== null))
    await changeShare(w, share.id, { doneAt: w.now });
}

export const insertSession = (w: Work, row: NewRow<Schema['shareSession']>): Promise<unknown> =>
  w.tx.insert(w.t.shareSession, row);
export const findSession = (s: Source, hash: string): Promise<ShareSessionRow | undefined> =>
  readerOf(s).one(s.t.shareSession, { hash });
export const touchSession = (w: Work, hash: string): Promise<unknown> =>
  w.tx.update(w.t.shareSession, { seenAt: w.now }, { hash });
export const removeSession = (w: Work, hash: string): Promise<number> =>
  w.tx.remove(w.t.shareSession, { hash });
export const removeSessionsOf = (w: Work, share: string): Promise<number> =>
  w.tx.remove(w.t.shareSession, { share });
/** Sessions that are over. @param now ms */
export const isOverSession = ({ shareSession }: Pick<Schema, 'shareSession'>, now: number): SQL =>
  or(lte(shareSession.endsAt, now), lte(shareSession.seenAt, now - SHARE_IDLE_MS))!;
/** Codes of yesterday. @param now ms */
export const isOverCode = ({ shareCode }: Pick<Schema, 'shareCode'>, now: number): SQL =>
  lt(shareCode.expiresAt, now - DAY_MS);
/** Deletes both: a clock that is set back revives no session. */
export async function forgetOver(w: Work): Promise<void> {
  await w.tx.remove(w.t.shareSession, isOverSession(w.t, w.now));
  await w.tx.remove(w.t.shareCode, isOverCode(w.t, w.now));
}

export const findSentCode = (
  s: Source,
  share: string,
): Promise<Row<Schema['shareCode']> | undefined> => readerOf(s).one(s.t.shareCode, { share });
/** Stores a sent code; the newest one replaces the previous one. */
export async function putSentCode(w: Work, row: NewRow<Schema['shareCode']>): Promise<void> {
  if ((await w.tx.insert(w.t.shareCode, row, { ifAbsent: true })).length === 0)
    await w.tx.update(w.t.shareCode, row, { share: row.share });
}
/**
 * Records the delivery of a code.
 * @returns false when another one was sent meanwhile, or this was noted before
 */
export const noteCodeOutcome = async (
  w: Work,
  share: string,
  sentAt: number,
  from: string | null,
  outcome: string,
): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.shareCode,
      { outcome },
      and(
        eq(w.t.shareCode.share, share),
        eq(w.t.shareCode.sentAt, sentAt),
        from === null ? isNull(w.t.shareCode.outcome) : eq(w.t.shareCode.outcome, from),
      )!,
    )
  ).length > 0;
export const sentCodesOf = (
  s: Source,
  shares: readonly string[],
): Promise<Row<Schema['shareCode']>[]> =>
  shares.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.shareCode, inArray(s.t.shareCode.share, [...shares]));
export const forgetSentCode = (w: Work, share: string): Promise<number> =>
  w.tx.remove(w.t.shareCode, { share });

export const noteEvent = (
  w: Work,
  share: string,
  what: EventWord,
  item: string | null = null,
): Promise<unknown> => w.tx.insert(w.t.shareEvent, { id: w.newId(), share, at: w.now, what, item });
export const countEvents = (s: Source, what: EventWord, since: number): Promise<number> =>
  readerOf(s).count(
    s.t.shareEvent,
    and(eq(s.t.shareEvent.what, what), gt(s.t.shareEvent.at, since)),
  );

/** Finds a document; those filed with the wrong person by mistake are excluded. */
export const findDocument = (
  s: Source,
  fileId: string,
): Promise<Row<Schema['document']> | undefined> =>
  readerOf(s).one(
    s.t.document,
    and(eq(s.t.document.fileId, fileId), isNull(s.t.document.voidedAt)),
  );
export const findTask = async (
  s: Source,
  taskId: string,
): Promise<Pick<Row<Schema['task']>, 'taskId' | 'data'> | undefined> =>
  (
    await readerOf(s).pick(s.t.task, ['taskId', 'data'], eq(s.t.task.taskId, taskId), { limit: 1 })
  )[0];
/**
 * Finds the day of the next appointment of one person after today (YYYY-MM-DD): a share made after
 * today's appointment must last until it.
 */
export const nextTermin = async (
  s: Source,
  patids: readonly string[],
  today: string,
): Promise<string | undefined> =>
  (
    await readerOf(s).find(
      s.t.termin,
      and(inArray(s.t.termin.patid, [...patids]), gt(s.t.termin.day, today)),
      { orderBy: asc(s.t.termin.day), limit: 1 },
    )
  )[0]?.day;
