// Puts an outgoing mail into the conversation of its ticket: an address for answers, and the
// Message-IDs of the mails before.

import { randomInt } from 'node:crypto';
import type { MailThread } from '../../../shared/accounts/mail.ts';
import {
  MAIL_WORD_LENGTH,
  MAIL_WORD_SIGNS,
  ticketAddress,
} from '../../../shared/vendor/ticket-mail.ts';
import type { Work } from '../../platform/work.ts';
import type { SupportMail } from './links.ts';
import { insertMail, threadOf } from './store-mail.ts';
import { updateTicket, type TicketRow } from './store.ts';

/** 80 bits: the address of a ticket cannot be guessed. */
const newWord = (): string =>
  Array.from(
    { length: MAIL_WORD_LENGTH },
    () => MAIL_WORD_SIGNS[randomInt(MAIL_WORD_SIGNS.length)],
  ).join('');

/**
 * Returns the conversation for the next mail and records its Message-ID; undefined without an address
 * for answers.
 * @param key of the mail
 */
export async function threadOfMail(
  w: Work,
  support: SupportMail | undefined,
  row: TicketRow,
  key: string,
): Promise<MailThread | undefined> {
  if (!support) return undefined;
  const word = row.mailWord ?? newWord(),
    references = await threadOf(w, row.id);
  if (row.mailWord === null) await updateTicket(w, row.id, { mailWord: word });
  await insertMail(w, {
    messageId: support.messageIdOf(w.cid, key),
    ticketId: row.id,
    at: w.now,
    way: 'out',
  });
  return { replyTo: ticketAddress(support.base, word), references };
}
