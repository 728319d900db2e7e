// Reads a mail that came in: its head, its words and how many files it brought. Attachments are not
// taken: a practice adds files in Molar, where it confirms that they show no patient.

import { createHash } from 'node:crypto';
import PostalMime, { type Address } from 'postal-mime';
import { AppError } from '../../../shared/base/errors.ts';
import { foldEmail } from '../../../shared/base/email.ts';
import { ownWords, textOfHtml } from '../../../shared/vendor/ticket-mail.ts';
import { TICKET_LIMITS } from '../../../shared/vendor/tickets.ts';

/** Words come before files: this much is parsed, so that a large mail does not hold up the server. */
const PARSED_BYTES = 512 * 1024;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 } as const;
/** Signs of a Message-ID that are compared and stored. */
const ID_LENGTH = 300;

export interface ReadMail {
  messageId: string;
  /** Message-IDs that the mail answers, the latest first. */
  answers: readonly string[];
  headers: ReadonlyMap<string, string>;
  from: string;
  /** Addresses in the head, as they are written. */
  to: readonly string[];
  subject: string;
  text: string;
  /** Files that were not taken. */
  files: number;
}

const IDS = /<[^<>\s]{1,298}>/gu;
const addressesOf = (list: readonly Address[] | undefined): string[] =>
  (list ?? []).flatMap(({ address, group }) =>
    address === undefined ? (group ?? []).map((one) => one.address) : [address],
  );
/** Leaves one line, or lines, without control characters. */
const plain = (text: string, most: number, isOneLine: boolean): string =>
  text
    .normalize('NFC')
    .replace(isOneLine ? /[\p{C}\p{Zl}\p{Zp}]+/gu : /(?![\n\t])\p{C}/gu, isOneLine ? ' ' : '')
    .trim()
    .slice(0, most);

/** @throws AppError unreadable_file for bytes that are no mail */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const part = bytes.subarray(0, PARSED_BYTES);
  let mail;
  try {
    mail = await PostalMime.parse(part, LIMITS);
  } catch (cause) {
    throw new AppError('unreadable_file', { cause });
  }
  // The first field of a name counts.
  const headers = new Map<string, string>();
  for (const { key, value } of mail.headers) if (!headers.has(key)) headers.set(key, value);
  const text = mail.text?.trim() || textOfHtml(mail.html ?? '');
  return {
    messageId:
      mail.messageId?.match(IDS)?.[0] ??
      `<${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}@without-id.invalid>`,
    answers: [
      ...(mail.inReplyTo?.match(IDS) ?? []),
      ...(mail.references?.slice(-20 * ID_LENGTH).match(IDS) ?? []).reverse(),
    ].slice(0, 40),
    headers,
    from: foldEmail(addressesOf(mail.from && [mail.from])[0] ?? ''),
    to: [
      ...addressesOf(mail.to),
      ...addressesOf(mail.cc),
      ...['delivered-to', 'x-original-to'].flatMap((name) => headers.get(name) ?? []),
    ].slice(0, 50),
    subject: plain(mail.subject ?? '', TICKET_LIMITS.subject, true),
    text: plain(ownWords(text), TICKET_LIMITS.text, false),
    files: mail.attachments.length,
  };
}
