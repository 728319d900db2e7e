// Tables of the patients' portal (writer: server/desk/share) and of the delivery of its codes
// (writer: server/accounts/sms).

import type { ItemKind, SecondStep } from '../../../../shared/exchange/share.ts';
import type { SignerRole } from '../../../../shared/desk/mappe.ts';
import type { Kit } from '../kit.ts';

export const shareTables = (k: Kit) => ({
  /**
   * A share given to one patient by a link. Only the hash of the link's id; its key is stored
   * nowhere, it opens `sealed`.
   */
  share: k.table(
    'share',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      hash: k.text().notNull(),
      patid: k.text().notNull(),
      kind: k.text().$type<'disclose' | 'write'>().notNull(),
      language: k.text().notNull(),
      secondStep: k.text().$type<SecondStep>().notNull(),
      isOnce: k.bool().notNull(),
      sealed: k.bytes().notNull(),
      /** Of a code chosen by the patient; null: the one issued by the practice. */
      codeHash: k.text(),
      triesLeft: k.int().notNull(),
      resetHash: k.text(),
      resetUntil: k.big(),
      createdAt: k.big().notNull(),
      createdBy: k.text().notNull(),
      expiresAt: k.big().notNull(),
      openedAt: k.big(),
      doneAt: k.big(),
      mailedAt: k.big(),
      wishedAt: k.big(),
      endedAt: k.big(),
      endedBy: k.text(),
      /** The replacing share. */
      renewedBy: k.text(),
      /** The practice's reason for this second step instead of a stronger one. */
      stepReason: k.text(),
    },
    (t) => [
      k.unique('share_hash').on(t.hash),
      k.index('share_cid').on(t.cid, t.createdAt),
      k.index('share_patid').on(t.cid, t.patid),
    ],
  ),
  /** `ref` is a file, a form without its version, or a task; `resultId` the returned result. */
  shareItem: k.table(
    'share_item',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      share: k.text().notNull(),
      n: k.int().notNull(),
      kind: k.text().$type<ItemKind>().notNull(),
      ref: k.text().notNull(),
      role: k.text().$type<SignerRole>(),
      title: k.text().notNull(),
      doneAt: k.big(),
      resultId: k.text(),
      /** Of a paper: declared instead of signed. */
      said: k.text().$type<'question' | 'declined'>(),
    },
    (t) => [k.index('share_item_share').on(t.cid, t.share, t.n)],
  ),
  /**
   * A session at a share, pending (`isOpen` false) or open; only the hash of its cookie. `sealed`
   * is the content opened by the share's key, encrypted again with the cookie.
   */
  shareSession: k.table(
    'share_session',
    {
      hash: k.text().primaryKey(),
      cid: k.text().notNull(),
      share: k.text().notNull(),
      isOpen: k.bool().notNull(),
      sealed: k.bytes().notNull(),
      createdAt: k.big().notNull(),
      seenAt: k.big().notNull(),
      endsAt: k.big().notNull(),
    },
    (t) => [
      k.index('share_session_share').on(t.cid, t.share),
      k.index('share_session_ends').on(t.endsAt),
    ],
  ),
  /** A code sent by SMS or mail; the newest one is valid. */
  shareCode: k.table(
    'share_code',
    {
      share: k.text().primaryKey(),
      cid: k.text().notNull(),
      hash: k.text().notNull(),
      channel: k.text().$type<'sms' | 'mail'>().notNull(),
      sentAt: k.big().notNull(),
      expiresAt: k.big().notNull(),
      sent: k.int().notNull(),
      /** Delivery result of the newest one; null while pending. */
      outcome: k.text(),
    },
    (t) => [k.index('share_code_expires').on(t.expiresAt)],
  ),
  /** Events of a share, for staff and for its patient; `share` is null for an unknown link. */
  shareEvent: k.table(
    'share_event',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      share: k.text(),
      at: k.big().notNull(),
      what: k.text().notNull(),
      item: k.text(),
    },
    (t) => [
      k.index('share_event_share').on(t.cid, t.share, t.at),
      k.index('share_event_what').on(t.cid, t.what, t.at),
    ],
  ),
  /** SMS settings of a practice; address, headers, body and secret are encrypted in `sealed`. */
  smsGateway: k.table('sms_gateway', {
    cid: k.text().primaryKey(),
    version: k.int().notNull(),
    sealed: k.bytes().notNull(),
    perDay: k.int().notNull(),
    changedBy: k.text().notNull(),
    changedAt: k.big().notNull(),
  }),
  /** A text message sent or attempted; only a keyed hash of its number. */
  smsSent: k.table(
    'sms_sent',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      number: k.text().notNull(),
      at: k.big().notNull(),
      purpose: k.text().$type<'code' | 'test'>().notNull(),
      outcome: k.text().notNull(),
    },
    (t) => [
      k.index('sms_sent_at').on(t.cid, t.at),
      k.index('sms_sent_number').on(t.cid, t.number, t.at),
    ],
  ),
});
