// Tables of requests for help, their entries and files, and canned answers (writer:
// server/vendor/tickets).

import type {
  StoredState,
  TicketArea,
  TicketPriority,
  TicketRating,
} from '../../../../shared/vendor/tickets.ts';
import type { Kit } from '../kit.ts';

export const ticketTables = (k: Kit) => ({
  ticket: k.table(
    'ticket',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      /** Made by the server; the vendor's staff find the practice by it. */
      helpdeskid: k.text().notNull(),
      area: k.text().$type<TicketArea>().notNull(),
      priority: k.text().$type<TicketPriority>().notNull(),
      subject: k.text().notNull(),
      state: k.text().$type<StoredState>().notNull(),
      openedAt: k.big().notNull(),
      openedBy: k.text().notNull(),
      openedName: k.text().notNull(),
      lastAt: k.big().notNull(),
      lastSide: k.text().$type<'practice' | 'vendor'>().notNull(),
      dueAt: k.big(),
      solvedAt: k.big(),
      assigneeId: k.text(),
      assigneeName: k.text(),
      rating: k.text().$type<TicketRating>(),
      ratingText: k.text(),
      /** The closed ticket that this one continues. */
      followsId: k.text(),
      /** Word of the address to which answers by mail go; null until the first mail. */
      mailWord: k.text(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.unique('ticket_helpdeskid').on(t.helpdeskid),
      k.unique('ticket_mail_word').on(t.mailWord),
      k.index('ticket_last').on(t.cid, t.lastAt),
      k.index('ticket_due').on(t.dueAt),
    ],
  ),
  ticketEntry: k.table(
    'ticket_entry',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      ticketId: k.text().notNull(),
      at: k.big().notNull(),
      side: k.text().$type<'practice' | 'vendor'>().notNull(),
      kind: k.text().$type<'message' | 'note' | 'state'>().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
      text: k.text().notNull(),
      state: k.text().$type<StoredState>(),
      /** Null: written in Molar. */
      via: k.text().$type<'mail'>(),
      /** Words that were removed from a mail, and files that were not taken. */
      removed: k.int(),
      leftOut: k.int(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('ticket_entry_ticket').on(t.cid, t.ticketId, t.at),
    ],
  ),
  ticketFile: k.table(
    'ticket_file',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      ticketId: k.text().notNull(),
      entryId: k.text().notNull(),
      at: k.big().notNull(),
      side: k.text().$type<'practice' | 'vendor'>().notNull(),
      userId: k.text().notNull(),
      mime: k.text().$type<'application/pdf' | 'image/webp'>().notNull(),
      size: k.big().notNull(),
      sha256: k.text().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('ticket_file_ticket').on(t.cid, t.ticketId, t.at),
      k.index('ticket_file_content').on(t.cid, t.sha256),
    ],
  ),
  /** Message-IDs: `out` was sent, `in` was taken, `noted` was neither stored nor answered. */
  ticketMail: k.table(
    'ticket_mail',
    {
      cid: k.text().notNull(),
      messageId: k.text().notNull(),
      ticketId: k.text().notNull(),
      at: k.big().notNull(),
      way: k.text().$type<'out' | 'in' | 'noted'>().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.messageId] }),
      k.index('ticket_mail_message').on(t.messageId),
      k.index('ticket_mail_ticket').on(t.cid, t.ticketId, t.at),
    ],
  ),
  /** Mails that name no ticket, below the vendor's own cid. */
  strayMail: k.table(
    'stray_mail',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      messageId: k.text().notNull(),
      at: k.big().notNull(),
      sender: k.text().notNull(),
      subject: k.text().notNull(),
      text: k.text().notNull(),
      removed: k.int().notNull(),
      files: k.int().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.unique('stray_mail_message').on(t.cid, t.messageId),
      k.index('stray_mail_sender').on(t.cid, t.sender, t.at),
    ],
  ),
  /** Below the vendor's own cid. */
  cannedText: k.table(
    'canned_text',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      title: k.text().notNull(),
      text: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
});
