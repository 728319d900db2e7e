// Tickets and their entries as displayed to users.

import { takesAnswers, ticketState } from '../../../shared/vendor/tickets.ts';
import type {
  TicketEntry,
  TicketView,
  VendorTicket,
} from '../../../shared/vendor/tickets.schema.ts';
import { fileView } from './add-file.ts';
import type { TicketFileRow } from './store-files.ts';
import type { ClientTicket, EntryRow, ListedTicket } from './store.ts';

/** @param userId the viewer */
export const ticketView = (row: ListedTicket, now: number, userId: string): TicketView => ({
  id: row.id,
  helpdeskid: row.helpdeskid,
  area: row.area,
  priority: row.priority,
  subject: row.subject,
  state: ticketState(row, now),
  openedAt: row.openedAt,
  openedBy: row.openedName,
  lastAt: row.lastAt,
  lastSide: row.lastSide,
  dueAt: row.dueAt,
  assignee: row.assigneeName ?? '',
  rating: row.rating,
  ratingText: row.ratingText ?? '',
  takesAnswers: takesAnswers(row, now),
  isOwn: row.openedBy === userId,
  follows: row.followsId,
});
/** `isOwn`: the viewer works on it. */
export const vendorTicketView = (
  { row, praxisName }: ClientTicket,
  now: number,
  userId: string,
): VendorTicket => ({
  ...ticketView(row, now, userId),
  isOwn: row.assigneeId === userId,
  cid: row.cid,
  praxisName,
  assigneeId: row.assigneeId,
});
export const entryView = (
  { id, at, side, kind, name, text, state, via, removed, leftOut }: EntryRow,
  files: readonly TicketFileRow[],
): TicketEntry => ({
  id,
  at,
  side,
  kind,
  name,
  text,
  state,
  files: files.filter(({ entryId }) => entryId === id).map(fileView),
  isMail: via === 'mail',
  removed: removed ?? 0,
  leftOut: leftOut ?? 0,
});
