// Tables of the patients' portal (writer: server/desk/share) and of the way its codes are sent (writer: server/accounts/sms).

import type { ItemKind, SecondStep } from '../../../../shared/exchange/share.ts';
import type { SignerRole } from '../../../../shared/desk/mappe.ts';
import type { Kit } from '../kit.ts';

export const portalTables = (k: Kit) => ({
  /** What was given home to one patient by a link. Of the id in the link only the hash; its key is stored nowhere, it opens `sealed`. */
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
      /** Of a code that the patient chose; null: the one that the practice handed out. */
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
      /** The share that took its place. */
      renewedBy: k.text(),
      /** Why this second step and no stronger one, in the practice's words. */
      stepReason: k.text(),
    },
    (t) => [
      k.unique('share_hash').on(t.hash),
      k.index('share_cid').on(t.cid, t.createdAt),
      k.index('share_patid').on(t.cid, t.patid),
    ],
  ),
  /** `ref` is a file, a form without its version, or a task; `resultId` what came back. */
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
      /** Of a paper: said instead of signing. */
      said: k.text().$type<'question' | 'declined'>(),
    },
    (t) => [k.index('share_item_share').on(t.cid, t.share, t.n)],
  ),
  /** Somebody who is being let in (`isOpen` false) or is in; of the cookie only the hash. `sealed` is what the share's key opened, closed again with the cookie. */
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
  /** A code on its way by SMS or mail; the newest one counts. */
  shareCode: k.table('share_code', {
    share: k.text().primaryKey(),
    cid: k.text().notNull(),
    hash: k.text().notNull(),
    channel: k.text().$type<'sms' | 'mail'>().notNull(),
    sentAt: k.big().notNull(),
    expiresAt: k.big().notNull(),
    sent: k.int().notNull(),
    /** What became of the newest one; null while it is on its way. */
    outcome: k.text(),
  }),
  /** What happened at a share, for staff and for its patient; `share` is null for a link that nobody made. */
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
  /** How a practice sends text messages; address, headers, body and secret lie closed in `sealed`. */
  smsGateway: k.table('sms_gateway', {
    cid: k.text().primaryKey(),
    version: k.int().notNull(),
    sealed: k.bytes().notNull(),
    perDay: k.int().notNull(),
    changedBy: k.text().notNull(),
    changedAt: k.big().notNull(),
  }),
  /** A text message that was handed over or tried; of its number only a keyed hash. */
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
