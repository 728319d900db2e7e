// Takes a mail as an answer in a ticket. The sender of a mail is not proved: a mail adds words to a
// ticket and does nothing else. No mail is answered automatically, so that two programs never write
// to each other.

import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { automaticReason, helpdeskidIn, mailWordIn } from '../../../shared/vendor/ticket-mail.ts';
import { withoutWord } from '../../../shared/vendor/patient-words.ts';
import { takesAnswers } from '../../../shared/vendor/tickets.ts';
import type { MailTaken } from '../../../shared/vendor/tickets.schema.ts';
import type { Look, Work } from '../../platform/work.ts';
import { answerByMail } from './answer-by-mail.ts';
import type { SupportMail, TicketDeps } from './links.ts';
import { findPatientWords } from './patient-words.ts';
import { readMail, type ReadMail } from './read-mail.ts';
import {
  countStray,
  countTaken,
  insertMail,
  insertStray,
  ticketOfMessages,
  ticketOfNumber,
  ticketOfWord,
} from './store-mail.ts';
import { findTicket } from './store.ts';
import { newHelpdeskid } from './work-tickets.ts';

/** Mails of one ticket or one stranger in an hour; what is beyond them is a loop. */
const MOST_AN_HOUR = 20;
const REMOVED = '[entfernt]';
type Result = MailTaken['result'];

/** Removes words that point to a patient: the sender of a mail cannot be asked. */
export async function withoutPatients(
  deps: Pick<TicketDeps, 'namesAmong'>,
  look: Look,
  text: string,
): Promise<{ text: string; removed: number }> {
  const found = await findPatientWords(deps, look, text, []);
  return {
    text: found.reduce((left, { word }) => withoutWord(left, word, REMOVED), text),
    removed: found.length,
  };
}

/** Puts a mail aside for the vendor's staff, who assign or delete it. */
async function putAside(deps: TicketDeps, mail: ReadMail): Promise<Result> {
  const system = { kind: 'system', cid: VENDOR_CID } as const,
    // The practice is unknown, so that no names can be compared: numbers and dates only.
    { text, removed } = await withoutPatients(
      { namesAmong: () => Promise.resolve(new Set()) },
      deps.workshop.look(VENDOR_CID, system),
      mail.text,
    );
  return deps.workshop.write(VENDOR_CID, system, async (w) => {
    if ((await countStray(w, mail.from, w.now - HOUR_MS)) >= MOST_AN_HOUR) return 'ignored';
    const isNew = await insertStray(w, {
      id: w.newId(),
      messageId: mail.messageId,
      at: w.now,
      sender: mail.from,
      subject: mail.subject,
      text,
      removed,
      files: mail.files,
    });
    return isNew ? 'aside' : 'known';
  });
}

async function placeOf(
  deps: TicketDeps,
  { base }: SupportMail,
  mail: ReadMail,
  envelopeTo: string | undefined,
): Promise<{ cid: string; ticketId: string } | undefined> {
  const word = mailWordIn([...(envelopeTo === undefined ? [] : [envelopeTo]), ...mail.to], base);
  // A wrong word is a forged or a broken address; other traces do not count then.
  if (word !== undefined) return ticketOfWord(deps.store, word);
  const number = helpdeskidIn(mail.subject);
  return (
    (await ticketOfMessages(deps.store, mail.answers)) ??
    (number === undefined ? undefined : ticketOfNumber(deps.store, number))
  );
}

/** Adds the mail to its ticket, or to a new one that continues a closed one. */
async function store(
  w: Work,
  deps: TicketDeps,
  mail: ReadMail,
  entry: {
    ticketId: string;
    person: { userId: string; name: string };
    text: string;
    removed: number;
    number: string;
  },
): Promise<Result> {
  const row = await findTicket(w, entry.ticketId);
  if (!row) return 'ignored';
  const isFlood = (await countTaken(w, row.id, w.now - HOUR_MS)) >= MOST_AN_HOUR,
    isNew = await insertMail(w, {
      messageId: mail.messageId,
      ticketId: row.id,
      at: w.now,
      way: isFlood ? 'noted' : 'in',
    });
  if (!isNew) return 'known';
  if (isFlood) {
    await w.audit('ticket.mail_stopped', { ticketId: row.id });
    return 'ignored';
  }
  await answerByMail(w, deps, row, {
    ...entry,
    files: mail.files,
    isFollowUp: !takesAnswers(row, w.now),
  });
  return 'stored';
}

/**
 * Takes a raw mail. Idempotent: a repeated mail is known.
 * @param envelopeTo recipient of the envelope, where the mail server names it
 */
export async function takeMail(
  deps: TicketDeps,
  support: SupportMail,
  bytes: Uint8Array,
  envelopeTo: string | undefined,
): Promise<Result> {
  const mail = await readMail(bytes),
    reason = automaticReason(mail, support.own);
  if (reason !== undefined) {
    deps.log.note('ticket.mail_ignored', { reason });
    return 'ignored';
  }
  if (mail.text === '') return 'ignored';
  const place = await placeOf(deps, support, mail, envelopeTo);
  if (!place) return putAside(deps, mail);
  const { cid, ticketId } = place,
    look = deps.workshop.look(cid, { kind: 'system', cid }),
    row = await findTicket(look, ticketId),
    person = await deps.personOf(look, mail.from);
  if (!row || !person || (person.role !== 'owner' && person.userId !== row.openedBy))
    return putAside(deps, mail);
  const clean = await withoutPatients(deps, look, mail.text),
    number = await newHelpdeskid(deps);
  return deps.workshop.write(cid, { kind: 'system', cid }, (w) =>
    store(w, deps, mail, { ticketId, person, number, ...clean }),
  );
}
