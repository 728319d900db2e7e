// An answer of the practice that came by mail: added to its ticket, or to a new one that continues a
// closed one.

import { afterPractice, answerDue } from '../../../shared/vendor/tickets.ts';
import type { Work } from '../../platform/work.ts';
import type { TicketDeps } from './links.ts';
import { insertEntry, insertTicket, updateTicket, type TicketRow } from './store.ts';
import { tellLater } from './tell-colleagues.ts';

export interface MailAnswer {
  person: { userId: string; name: string };
  text: string;
  /** Words that were removed, and files that were not taken. */
  removed: number;
  files: number;
  isFollowUp: boolean;
  /** Number of the new ticket, if one is opened. */
  number: string;
}

async function followUp(
  w: Work,
  deps: Pick<TicketDeps, 'isHoliday'>,
  row: TicketRow,
  { person, number }: MailAnswer,
): Promise<string> {
  const id = w.newId();
  await insertTicket(w, {
    id,
    helpdeskid: number,
    area: row.area,
    priority: 'p3',
    subject: row.subject,
    state: 'new',
    openedAt: w.now,
    openedBy: person.userId,
    openedName: person.name,
    lastAt: w.now,
    lastSide: 'practice',
    dueAt: answerDue(w.now, 'p3', deps.isHoliday),
    solvedAt: null,
    assigneeId: null,
    assigneeName: null,
    rating: null,
    ratingText: null,
    followsId: row.id,
    mailWord: null,
  });
  await w.audit('ticket.opened', { ticketId: id, helpdeskid: number });
  return id;
}

/** Stores the answer and tells the vendor's staff; nothing is mailed to the sender. */
export async function answerByMail(
  w: Work,
  deps: Pick<TicketDeps, 'isHoliday'>,
  row: TicketRow,
  answer: MailAnswer,
): Promise<void> {
  const { person, text, removed, files, isFollowUp } = answer,
    ticketId = isFollowUp ? await followUp(w, deps, row, answer) : row.id,
    id = w.newId();
  await insertEntry(w, {
    id,
    ticketId,
    at: w.now,
    side: 'practice',
    kind: 'message',
    userId: person.userId,
    name: person.name,
    text,
    state: null,
    via: 'mail',
    removed,
    leftOut: files,
  });
  if (!isFollowUp)
    await updateTicket(w, ticketId, {
      state: afterPractice(row.state),
      solvedAt: null,
      lastAt: w.now,
      lastSide: 'practice',
      dueAt: row.dueAt ?? answerDue(w.now, row.priority, deps.isHoliday),
    });
  await w.audit('ticket.mail_taken', { ticketId, removed });
  await tellLater(w, ticketId, id);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
