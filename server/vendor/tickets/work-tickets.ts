// Changes of tickets: opened and answered by the practice, answered and led by the vendor's staff.

import { randomInt } from 'node:crypto';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  afterPractice,
  answerDue,
  takesAnswers,
  type StoredState,
  type TicketRating,
} from '../../../shared/vendor/tickets.ts';
import type {
  OpenTicket,
  TicketAnswer,
  VendorChange,
  VendorEntry,
} from '../../../shared/vendor/tickets.schema.ts';
import type { Actor, Work } from '../../platform/work.ts';
import type { TicketDeps } from './links.ts';
import {
  findEntry,
  findTicket,
  insertEntry,
  insertTicket,
  isNumberTaken,
  updateTicket,
  type TicketRow,
} from './store.ts';
import { threadOfMail } from './thread-mail.ts';
import { tellLater } from './tell-colleagues.ts';

export type Person = Extract<Actor, { kind: 'user' }>;
type Colleague = { id: string; name: string } | null;

/** Signs without I, L, O and U (Crockford), so that a number can be said and heard. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  LENGTH = 5;
/** Makes a number that no ticket of the installation has. */
export async function newHelpdeskid(deps: Pick<TicketDeps, 'store' | 'now'>): Promise<string> {
  const year = berlinDay(deps.now()).slice(2, 4);
  for (;;) {
    const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
    const helpdeskid = `T-${year}-${signs}`;
    if (!(await isNumberTaken(deps.store, helpdeskid))) return helpdeskid;
  }
}

const news = (w: Work): void => w.emit({ to: 'staff', event: { kind: 'changed' } });
const addEntry = (
  w: Work,
  person: Person,
  entry: {
    id: string;
    ticketId: string;
    side: 'practice' | 'vendor';
    kind: 'message' | 'note' | 'state';
    text: string;
    state: StoredState | null;
  },
): Promise<unknown> =>
  insertEntry(w, { ...entry, at: w.now, userId: person.userId, name: person.name });

/**
 * Opens a ticket with its first message; repeating the call returns the ticket.
 * @param helpdeskid from `newHelpdeskid`
 */
export async function openTicket(
  w: Work,
  deps: Pick<TicketDeps, 'isHoliday'>,
  person: Person,
  input: OpenTicket,
  helpdeskid: string,
): Promise<TicketRow> {
  const known = await findTicket(w, input.id);
  if (known) return owned(known, person);
  const row = await insertTicket(w, {
    id: input.id,
    helpdeskid,
    area: input.area,
    priority: input.priority,
    subject: input.subject,
    state: 'new',
    openedAt: w.now,
    openedBy: person.userId,
    openedName: person.name,
    lastAt: w.now,
    lastSide: 'practice',
    dueAt: answerDue(w.now, input.priority, deps.isHoliday),
    solvedAt: null,
    assigneeId: null,
    assigneeName: null,
    rating: null,
    ratingText: null,
    followsId: await followedBy(w, person, input.follows),
    mailWord: null,
  });
  await addEntry(w, person, {
    id: input.id,
    ticketId: input.id,
    side: 'practice',
    kind: 'message',
    text: input.text,
    state: null,
  });
  await w.audit('ticket.opened', { ticketId: input.id, helpdeskid });
  await tellLater(w, input.id, input.id);
  news(w);
  return row;
}

/** Returns the ticket that a new one continues; one that the person may not see is left out. */
async function followedBy(w: Work, person: Person, id: string | undefined): Promise<string | null> {
  const row = id === undefined ? undefined : await findTicket(w, id);
  return row && maySee(row, person) ? row.id : null;
}
const maySee = (row: TicketRow, person: Person): boolean =>
  person.role === 'owner' || row.openedBy === person.userId;
/** Returns the ticket if the person may see it: owners all of the practice, others their own. */
export function owned(row: TicketRow | undefined, person: Person): TicketRow {
  if (!row || !maySee(row, person)) throw new AppError('not_found');
  return row;
}

/**
 * Adds an answer of the practice; a solved ticket reopens.
 * @throws AppError not_found, state_conflict thirty days after the solution
 */
export async function answerTicket(
  w: Work,
  deps: Pick<TicketDeps, 'isHoliday'>,
  person: Person,
  ticketId: string,
  input: Omit<TicketAnswer, 'confirmed'>,
): Promise<TicketRow> {
  const row = owned(await findTicket(w, ticketId), person);
  const known = await findEntry(w, input.id);
  if (known?.ticketId === ticketId) return row;
  if (known || !takesAnswers(row, w.now)) throw new AppError('state_conflict');
  await addEntry(w, person, {
    id: input.id,
    ticketId,
    side: 'practice',
    kind: 'message',
    text: input.text,
    state: null,
  });
  const changed = await updateTicket(w, ticketId, {
    state: afterPractice(row.state),
    solvedAt: null,
    lastAt: w.now,
    lastSide: 'practice',
    // Who waits already keeps the earlier deadline.
    dueAt: row.dueAt ?? answerDue(w.now, row.priority, deps.isHoliday),
  });
  await w.audit('ticket.answered', { ticketId });
  await tellLater(w, ticketId, input.id);
  news(w);
  return changed ?? row;
}

/** Marks a ticket as solved for the practice; idempotent. @throws AppError not_found */
export async function solveTicket(w: Work, person: Person, ticketId: string): Promise<void> {
  const row = owned(await findTicket(w, ticketId), person);
  if (row.state === 'solved') return;
  await addEntry(w, person, {
    id: w.newId(),
    ticketId,
    side: 'practice',
    kind: 'state',
    text: '',
    state: 'solved',
  });
  await updateTicket(w, ticketId, { state: 'solved', solvedAt: w.now, dueAt: null, lastAt: w.now });
  await w.audit('ticket.solved', { ticketId });
  news(w);
}

/**
 * Stores the rating of a solved ticket; a later one replaces it.
 * @throws AppError not_found, state_conflict before the solution
 */
export async function rateTicket(
  w: Work,
  person: Person,
  ticketId: string,
  rating: { rating: TicketRating; comment: string },
): Promise<void> {
  const row = owned(await findTicket(w, ticketId), person);
  if (row.state !== 'solved') throw new AppError('state_conflict');
  await updateTicket(w, ticketId, { rating: rating.rating, ratingText: rating.comment });
  await w.audit('ticket.rated', { ticketId, rating: rating.rating });
}

/**
 * Adds an answer or an internal note of the vendor's staff; idempotent by its id.
 * @throws AppError not_found, state_conflict if the id belongs to another ticket
 */
export async function answerAsVendor(
  w: Work,
  deps: Pick<TicketDeps, 'tellAsker' | 'support'>,
  person: Person,
  ticketId: string,
  { id, kind, text, state: wished }: VendorEntry,
): Promise<void> {
  const row = await findTicket(w, ticketId);
  if (!row) throw new AppError('not_found');
  const known = await findEntry(w, id);
  if (known) {
    if (known.ticketId !== ticketId) throw new AppError('state_conflict');
    return;
  }
  const isAnswer = kind === 'message',
    state = isAnswer ? (wished ?? 'waits_practice') : null;
  await addEntry(w, person, { id, ticketId, side: 'vendor', kind, text, state });
  if (state === null) return;
  await updateTicket(w, ticketId, {
    state,
    solvedAt: state === 'solved' ? w.now : null,
    // An answer that leaves the ticket with the vendor keeps its deadline.
    dueAt: state === 'open' ? row.dueAt : null,
    lastAt: w.now,
    lastSide: 'vendor',
    assigneeId: row.assigneeId ?? person.userId,
    assigneeName: row.assigneeName ?? person.name,
  });
  await w.audit('ticket.replied', { ticketId, state });
  const key = `ticket:${id}`;
  await deps.tellAsker(w, {
    key,
    id: ticketId,
    helpdeskid: row.helpdeskid,
    userId: row.openedBy,
    isSolved: state === 'solved',
    thread: await threadOfMail(w, deps.support, row, key),
  });
  news(w);
}

/**
 * Changes priority or assignee; a new priority moves the deadline, and a colleague who gets the
 * ticket is informed.
 * @param assignee undefined: unchanged; null: no one
 * @throws AppError not_found
 */
export async function leadTicket(
  w: Work,
  deps: Pick<TicketDeps, 'isHoliday'>,
  person: Person,
  ticketId: string,
  { priority, assignee }: Pick<VendorChange, 'priority'> & { assignee: Colleague | undefined },
): Promise<void> {
  const row = await findTicket(w, ticketId);
  if (!row) throw new AppError('not_found');
  const asked = row.lastSide === 'practice' ? row.lastAt : w.now;
  await updateTicket(w, ticketId, {
    ...(priority !== undefined && {
      priority,
      dueAt: row.dueAt === null ? null : answerDue(asked, priority, deps.isHoliday),
    }),
    ...(assignee !== undefined && {
      assigneeId: assignee?.id ?? null,
      assigneeName: assignee?.name ?? null,
    }),
  });
  await w.audit('ticket.led', {
    ticketId,
    ...(priority !== undefined && { priority }),
    ...(assignee !== undefined && { isTaken: assignee !== null }),
  });
  if (assignee && assignee.id !== person.userId && assignee.id !== row.assigneeId)
    await tellLater(w, ticketId, w.newId(), assignee.id);
  news(w);
}
