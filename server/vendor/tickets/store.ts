// Queries of tickets and their entries; the only writer of both. Unscoped where the vendor's staff
// read across practices.

import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import {
  deletedBefore,
  TICKET_RATINGS,
  type StoredState,
  type TicketRating,
  type VendorView,
} from '../../../shared/vendor/tickets.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work, type Workshop } from '../../platform/work.ts';

export type TicketRow = Row<Schema['ticket']>;
export type EntryRow = Row<Schema['ticketEntry']>;
/** Most tickets of a list, most entries of a ticket. */
const MOST_TICKETS = 500,
  MOST_ENTRIES = 1000;

export const findTicket = (s: Look | Work, id: string): Promise<TicketRow | undefined> =>
  readerOf(s).one(s.t.ticket, { id });
export const findEntry = (s: Look | Work, id: string): Promise<EntryRow | undefined> =>
  readerOf(s).one(s.t.ticketEntry, { id });
export const entriesOf = (s: Look | Work, ticketId: string): Promise<EntryRow[]> =>
  readerOf(s).find(s.t.ticketEntry, eq(s.t.ticketEntry.ticketId, ticketId), {
    orderBy: [asc(s.t.ticketEntry.at), asc(s.t.ticketEntry.id)],
    limit: MOST_ENTRIES,
  });
/** Lists the practice's tickets, or those of one user, the latest first. */
export const listTickets = (s: Look | Work, userId?: string): Promise<TicketRow[]> =>
  readerOf(s).find(s.t.ticket, userId === undefined ? undefined : eq(s.t.ticket.openedBy, userId), {
    orderBy: desc(s.t.ticket.lastAt),
    limit: MOST_TICKETS,
  });

export const insertTicket = async (w: Work, row: NewRow<Schema['ticket']>): Promise<TicketRow> =>
  (await w.tx.insert(w.t.ticket, row))[0]!;
export const insertEntry = async (w: Work, row: NewRow<Schema['ticketEntry']>): Promise<EntryRow> =>
  (await w.tx.insert(w.t.ticketEntry, row))[0]!;
export const updateTicket = async (
  w: Work,
  id: string,
  set: Partial<NewRow<Schema['ticket']>>,
): Promise<TicketRow | undefined> => (await w.tx.update(w.t.ticket, set, eq(w.t.ticket.id, id)))[0];

/** Checks whether any practice has a ticket of this number. */
export const isNumberTaken = async ({ read, t }: Store, helpdeskid: string): Promise<boolean> =>
  (
    await read
      .select({ id: t.ticket.id })
      .from(t.ticket)
      .where(eq(t.ticket.helpdeskid, helpdeskid))
      .limit(1)
  ).length > 0;

const OPEN_STATES: StoredState[] = ['new', 'open', 'waits_third', 'waits_practice'];
const conditionOf = (t: Schema, view: VendorView): SQL | undefined =>
  view === 'waiting'
    ? and(isNotNull(t.ticket.dueAt), ne(t.ticket.state, 'solved'))
    : view === 'open'
      ? inArray(t.ticket.state, OPEN_STATES)
      : undefined;
/** A ticket with its practice, for the vendor's staff. */
export interface ClientTicket {
  row: TicketRow;
  praxisName: string;
}
/** Names one ticket of all practices. */
export interface TicketPlace {
  cid: string;
  id: string;
}
/** Tickets without a deadline come last, whatever their number. */
const NEVER_DUE = Number.MAX_SAFE_INTEGER;
/**
 * Reads the next tickets of all practices: what is due first, then the latest.
 * @param of `after`: the last ticket before
 */
export async function ticketsOfAll(
  { read, t }: Store,
  opened: Workshop['opened'],
  of: { view: VendorView; after?: TicketPlace | undefined; limit: number },
): Promise<ClientTicket[]> {
  const { ticket: k, praxis } = t,
    due = sql`coalesce(${k.dueAt}, ${NEVER_DUE})`,
    order = [due, sql`-${k.lastAt}`, asc(k.id), asc(k.cid)],
    last = sql`(
      select coalesce(n.due_at, ${NEVER_DUE}), -n.last_at, n.id, n.cid
      from ${k} n where n.cid = ${of.after?.cid} and n.id = ${of.after?.id}
    )`;
  const rows = await read
    .select({ row: k, praxisName: praxis.name })
    .from(k)
    .innerJoin(praxis, eq(praxis.cid, k.cid))
    .where(
      and(
        conditionOf(t, of.view),
        of.after && sql`(${due}, -${k.lastAt}, ${k.id}, ${k.cid}) > ${last}`,
      ),
    )
    .orderBy(...order)
    .limit(of.limit);
  const plain = await opened(
    k,
    rows.map(({ row }) => row),
  );
  return rows.map(({ praxisName }, at) => ({ row: plain[at]!, praxisName }));
}
/** Counts tickets that wait for the vendor, and those of them whose deadline has passed. */
export async function countWaiting(
  { read, t }: Store,
  now: number,
): Promise<{ waiting: number; late: number }> {
  const [counted] = await read
    .select({
      waiting: sql<number>`count(*)`.mapWith(Number),
      late: sql<number>`coalesce(sum(case when ${lte(t.ticket.dueAt, now)} then 1 else 0 end), 0)`.mapWith(
        Number,
      ),
    })
    .from(t.ticket)
    .where(conditionOf(t, 'waiting'));
  return counted ?? { waiting: 0, late: 0 };
}

/** Ratings older than this are not counted. */
const RATED_MS = 90 * DAY_MS;
/** Counts the ratings of tickets solved within the last ninety days. */
export async function countRatings(
  { read, t }: Store,
  now: number,
): Promise<Record<TicketRating, number>> {
  const rows = await read
    .select({ rating: t.ticket.rating, n: sql<number>`count(*)`.mapWith(Number) })
    .from(t.ticket)
    .where(and(isNotNull(t.ticket.rating), gte(t.ticket.solvedAt, now - RATED_MS)))
    .groupBy(t.ticket.rating);
  const of = (rating: TicketRating): number => rows.find((one) => one.rating === rating)?.n ?? 0;
  const [good, fair, poor] = TICKET_RATINGS.map(of);
  return { good: good ?? 0, fair: fair ?? 0, poor: poor ?? 0 };
}

/** Most tickets of one round of the daily work; the next day takes the rest. */
const ROUND = 1000;
/** Lists tickets whose time is over. */
export async function listOver(
  { read, t: { ticket } }: Store,
  now: number,
): Promise<{ cid: string; id: string }[]> {
  const before = deletedBefore(now);
  return read
    .select({ cid: ticket.cid, id: ticket.id })
    .from(ticket)
    .where(
      or(
        and(eq(ticket.state, 'solved'), lt(ticket.solvedAt, before.solvedAt)),
        and(ne(ticket.state, 'solved'), lt(ticket.lastAt, before.lastAt)),
      ),
    )
    .limit(ROUND);
}
/** Lists tickets that wait for the practice, the longest waiting first; their texts are encrypted. */
export async function listWaitingForPractice({ read, t: { ticket } }: Store): Promise<TicketRow[]> {
  return read
    .select()
    .from(ticket)
    .where(eq(ticket.state, 'waits_practice'))
    .orderBy(asc(ticket.lastAt))
    .limit(ROUND);
}
/** Deletes a ticket with its entries; its files are deleted before. */
export async function removeTicket(w: Work, id: string): Promise<void> {
  await w.tx.remove(w.t.ticketEntry, { ticketId: id });
  await w.tx.remove(w.t.ticket, { id });
}
