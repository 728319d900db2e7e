// Tables of queued, sent and refused mails, and of suppressed addresses (writer:
// server/accounts/mail).

import type { Kit } from '../kit.ts';

/** T6 of product.md. */
export type SuppressionState = 'none' | 'unsubscribed' | 'bounced' | 'complained' | 'revoked';
/** `local`: there is no mail server, the practice's owner reads it in the outbox. */
export type MailState = 'queued' | 'sent' | 'local' | 'suppressed' | 'failed';

export const mailTables = (k: Kit) => ({
  mail: k.table(
    'mail',
    {
      /**
       * One mail per practice and key, even if requested repeatedly. Address, text and links are
       * encrypted by the installation's mail key.
       */
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      key: k.text().notNull(),
      template: k.text().notNull(),
      language: k.text().notNull(),
      sealed: k.bytes().notNull(),
      state: k.text().$type<MailState>().notNull(),
      error: k.text(),
      messageId: k.text(),
      createdAt: k.big().notNull(),
      sentAt: k.big(),
      expiresAt: k.big().notNull(),
    },
    (t) => [
      k.unique('mail_key').on(t.cid, t.key),
      k.index('mail_created').on(t.cid, t.createdAt),
      k.index('mail_message').on(t.messageId),
    ],
  ),
  mailSuppression: k.table(
    'mail_suppression',
    {
      /** HMAC of the folded address: the table can be queried, not read. */
      cid: k.text().notNull(),
      hash: k.text().notNull(),
      sealed: k.bytes().notNull(),
      state: k.text().$type<SuppressionState>().notNull(),
      reason: k.text(),
      at: k.big().notNull(),
      nonce: k.text().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.hash] })],
  ),
});
