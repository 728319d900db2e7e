// Queries of the files of tickets; the only writer of them.

import { asc, eq } from 'drizzle-orm';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type TicketFileRow = Row<Schema['ticketFile']>;

export const findFile = (s: Look | Work, id: string): Promise<TicketFileRow | undefined> =>
  readerOf(s).one(s.t.ticketFile, { id });
export const filesOf = (s: Look | Work, ticketId: string): Promise<TicketFileRow[]> =>
  readerOf(s).find(s.t.ticketFile, eq(s.t.ticketFile.ticketId, ticketId), {
    orderBy: [asc(s.t.ticketFile.at), asc(s.t.ticketFile.id)],
  });
export const insertFile = async (w: Work, row: NewRow<Schema['ticketFile']>): Promise<void> => {
  await w.tx.insert(w.t.ticketFile, row);
};
export const removeFiles = (w: Work, ticketId: string): Promise<number> =>
  w.tx.remove(w.t.ticketFile, { ticketId });
