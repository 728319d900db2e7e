// Queries of tickets and their entries; the only writer of both. Unscoped where the vendor's staff
// read across practices.

import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
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
import { z } from 'zod';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import {
  deletedBefore,
  TICKET_RATINGS,
  type StoredState,
  type TicketRating,
  type VendorView,
} from '../../../shared/vendor/tickets.ts';
import { keptQuery, shapedQuery } from '../../platform/db/query/shaped-query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work, type Workshop } from '../../platform/work.ts';
import { PAGE_ROWS, placeText } from '../vendor-rows.ts';

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
/** Columns that the list shows. */
export type ListedTicket = Omit<TicketRow, 'mailWord'>;
/** A ticket with its practice, for the vendor's staff. */
export interface ClientTicket {
  row: ListedTicket;
  praxisName: string;
}
/** Tickets without a deadline come last, whatever their number. */
const NEVER_DUE = Number.MAX_SAFE_INTEGER;
/** Place of a ticket in the list: deadline, last entry with its sign changed, id and practice. */
export const ticketPlace = z.tuple([z.int(), z.int(), placeText, placeText]);
/** Returns the place of a ticket in the list. */
export const placeOf = ({ row }: ClientTicket): z.output<typeof ticketPlace> => [
  row.dueAt ?? NEVER_DUE,
  -row.lastAt,
  row.id,
  row.cid,
];
type Turn = `${VendorView}${'' | ' next'}`;
const viewOf = (turn: Turn): VendorView => turn.split(' ')[0] as VendorView;
const ticketPage = shapedQuery((db, t, turn: Turn) => {
  const { ticket: k, praxis } = t,
    { mailWord: _word, ...columns } = getTableColumns(k),
    place = [
      sql`coalesce(${k.dueAt}, ${NEVER_DUE})`,
      sql`-${k.lastAt}`,
      sql`${k.id}`,
      sql`${k.cid}`,
    ],
    after = ['due', 'last', 'id', 'cid'].map((name) => sql.placeholder(name));
  return db
    .select({ row: columns, praxisName: praxis.name })
    .from(k)
    .innerJoin(praxis, eq(praxis.cid, k.cid))
    .where(
      and(
        conditionOf(t, viewOf(turn)),
        turn.endsWith(' next')
          ? sql`(${sql.join(place, sql`, `)}) > (${sql.join(after, sql`, `)})`
          : undefined,
      ),
    )
    .orderBy(...place)
    .limit(PAGE_ROWS + 1);
});
/**
 * Reads the next tickets of all practices, and one more than a page holds: what is due first, then
 * the latest.
 * @param of `after`: the place of the last ticket before
 */
export async function ticketsOfAll(
  store: Store,
  opened: Workshop['opened'],
  { view, after }: { view: VendorView; after: z.output<typeof ticketPlace> | undefined },
): Promise<ClientTicket[]> {
  const [due, last, id, cid] = after ?? [],
    rows = await ticketPage(store, after ? `${view} next` : view, { due, last, id, cid }),
    plain = await opened(
      store.t.ticket,
      rows.map(({ row }) => row),
    );
  return rows.map(({ praxisName }, at) => ({ row: plain[at]!, praxisName }));
}
const waitingCount = keptQuery((db, t) =>
  db
    .select({
      waiting: count(),
      late: sql<number>`coalesce(sum(case when ${lte(t.ticket.dueAt, sql.placeholder('now'))} then 1 else 0 end), 0)`.mapWith(
        Number,
      ),
    })
    .from(t.ticket)
    .where(conditionOf(t, 'waiting')),
);
/** Counts tickets that wait for the vendor, and those of them whose deadline has passed. */
export const countWaiting = async (
  store: Store,
  now: number,
): Promise<{ waiting: number; late: number }> =>
  (await waitingCount(store, { now }))[0] ?? { waiting: 0, late: 0 };

/** Ratings older than this are not counted. */
const RATED_MS = 90 * DAY_MS;
const ratingCount = keptQuery((db, { ticket: k }) =>
  db
    .select({ rating: k.rating, n: count() })
    .from(k)
    .where(and(isNotNull(k.rating), gte(k.solvedAt, sql.placeholder('since'))))
    .groupBy(k.rating),
);
/** Counts the ratings of tickets solved within the last ninety days. */
export async function countRatings(
  store: Store,
  now: number,
): Promise<Record<TicketRating, number>> {
  const rows = await ratingCount(store, { since: now - RATED_MS });
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
