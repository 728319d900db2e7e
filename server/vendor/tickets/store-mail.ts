// Queries of mails of tickets: Message-IDs that were sent or taken, and mails that belong to no
// ticket. Unscoped where the practice is not known yet.

import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type StrayMailRow = Row<Schema['strayMail']>;
interface Place {
  cid: string;
  ticketId: string;
}
/** Message-IDs of one mail that are named at most: those of the whole thread. */
const THREAD = 20,
  MOST_STRAY = 200;

export async function ticketOfWord({ read, t }: Store, word: string): Promise<Place | undefined> {
  const [row] = await read
    .select({ cid: t.ticket.cid, ticketId: t.ticket.id })
    .from(t.ticket)
    .where(eq(t.ticket.mailWord, word))
    .limit(1);
  return row;
}
export async function ticketOfNumber(
  { read, t }: Store,
  helpdeskid: string,
): Promise<Place | undefined> {
  const [row] = await read
    .select({ cid: t.ticket.cid, ticketId: t.ticket.id })
    .from(t.ticket)
    .where(eq(t.ticket.helpdeskid, helpdeskid))
    .limit(1);
  return row;
}
/** Finds the ticket of a mail that we sent. */
export async function ticketOfMessages(
  { read, t }: Store,
  messageIds: readonly string[],
): Promise<Place | undefined> {
  if (messageIds.length === 0) return undefined;
  const [row] = await read
    .select({ cid: t.ticketMail.cid, ticketId: t.ticketMail.ticketId })
    .from(t.ticketMail)
    .where(and(inArray(t.ticketMail.messageId, [...messageIds]), eq(t.ticketMail.way, 'out')))
    .limit(1);
  return row;
}

/** Returns the Message-IDs of a ticket's mails, the oldest first. */
export async function threadOf(s: Look | Work, ticketId: string): Promise<string[]> {
  const { ticketMail } = s.t,
    rows = await readerOf(s).pick(ticketMail, ['messageId'], eq(ticketMail.ticketId, ticketId), {
      orderBy: [desc(ticketMail.at), desc(ticketMail.messageId)],
      limit: THREAD,
    });
  return rows.map(({ messageId }) => messageId).reverse();
}
/** Records a mail; false if its Message-ID is known. */
export const insertMail = async (w: Work, row: NewRow<Schema['ticketMail']>): Promise<boolean> =>
  (await w.tx.insert(w.t.ticketMail, row, { ifAbsent: true })).length > 0;
/** Counts mails that a ticket took since an instant. */
export const countTaken = (w: Work, ticketId: string, since: number): Promise<number> =>
  w.tx.count(
    w.t.ticketMail,
    and(
      eq(w.t.ticketMail.ticketId, ticketId),
      eq(w.t.ticketMail.way, 'in'),
      gte(w.t.ticketMail.at, since),
    ),
  );
export const removeMails = (w: Work, ticketId: string): Promise<number> =>
  w.tx.remove(w.t.ticketMail, { ticketId });

/** Stores a mail that belongs to no ticket; false if it is known. */
export const insertStray = async (w: Work, row: NewRow<Schema['strayMail']>): Promise<boolean> =>
  (await w.tx.insert(w.t.strayMail, row, { ifAbsent: true })).length > 0;
export const countStray = (s: Look | Work, sender: string, since: number): Promise<number> =>
  readerOf(s).count(
    s.t.strayMail,
    and(eq(s.t.strayMail.sender, sender), gte(s.t.strayMail.at, since)),
  );
export const listStray = (s: Look): Promise<StrayMailRow[]> =>
  s.db.find(s.t.strayMail, undefined, {
    orderBy: [asc(s.t.strayMail.at), asc(s.t.strayMail.id)],
    limit: MOST_STRAY,
  });
export const findStray = (s: Look | Work, id: string): Promise<StrayMailRow | undefined> =>
  readerOf(s).one(s.t.strayMail, { id });
export const removeStray = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.strayMail, { id })) > 0;
export const removeOldStray = (w: Work, before: number): Promise<number> =>
  w.tx.remove(w.t.strayMail, lt(w.t.strayMail.at, before));
/** Counts mails that wait to be assigned. */
export const strayCount = async ({ read, t }: Store): Promise<number> =>
  (await read.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(t.strayMail))[0]?.n ?? 0;
