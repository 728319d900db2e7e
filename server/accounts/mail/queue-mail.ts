// Queues a mail inside the transaction of the event it reports: the mail exists exactly when the
// event does, and is sent after the commit.

import { foldEmail } from '../../../shared/base/email.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { MAIL_RULES, type MailOrder, type MailThread } from '../../../shared/accounts/mail.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { MailState, SuppressionState } from '../../platform/db/schema/mail.ts';
import type { Work } from '../../platform/work.ts';
import type { MailKeys } from './mail-keys.ts';
import { insertMail } from './store.ts';
import { ensureSuppression, suppressionOf } from './suppress.ts';

export interface QueueDeps {
  keys: MailKeys;
  /** Without a mail server the mail waits in the practice's outbox. */
  hasServer: boolean;
}
/** Encrypted content of a mail's row. */
export interface SealedMail {
  to: string;
  data: Record<string, string>;
  thread?: MailThread;
  isStripped?: boolean;
}

/** Retention of mails without an expiry date; then their content is deleted. */
const KEEP_MS = 30 * DAY_MS;

export const mailName = (cid: string, id: string): string => `mail|${cid}|${id}`;

/**
 * Checks whether an address may get such a mail (T6). Safety notices reach every reachable address:
 * also one whose user unsubscribed, and one that bounced more than a day ago, since a mailbox has
 * bad days.
 */
export function mayBeWritten(
  suppression: { state: SuppressionState; at: number } | undefined,
  isSafety: boolean,
  now: number,
): boolean {
  const { state, at } = suppression ?? { state: 'none', at: 0 };
  if (state === 'none' || state === 'revoked') return true;
  return isSafety && (state === 'unsubscribed' || (state === 'bounced' && now - at >= DAY_MS));
}

/** X1. Errors never contain the address: the caller knows it. */
const inactiveRecipient = (): AppError =>
  new AppError('inactive_recipient', { extra: { name: 'InactiveRecipientError' } });

/**
 * Enqueues a mail.
 * @throws AppError inactive_recipient when a user waits for the mail and the address is suppressed
 */
export async function queueMail(
  { keys, hasServer }: QueueDeps,
  w: Work,
  order: MailOrder,
): Promise<void> {
  const rule = MAIL_RULES[order.template],
    to = foldEmail(order.to);
  for (const word of rule.needs)
    if (order.data[word] === undefined) throw new Error(`mail ${order.template} lacks ${word}`);
  const suppression = await suppressionOf(w, keys, to);
  const isWritten = mayBeWritten(suppression, rule.isSafety, w.now);
  if (!isWritten && rule.isAwaited) throw inactiveRecipient();
  // Created with the first mail that may be unsubscribed: its nonce is part of the token.
  if (!rule.isSafety) await ensureSuppression(w, keys, to);
  const id = w.newId();
  const state: MailState = !isWritten ? 'suppressed' : hasServer ? 'queued' : 'local';
  const sealed: SealedMail = {
    to,
    data: order.data,
    ...(order.thread && { thread: order.thread }),
  };
  const isNew = await insertMail(w, {
    id,
    key: order.key,
    template: order.template,
    language: order.language,
    sealed: keys.seal(sealed, mailName(w.cid, id)),
    state,
    error: isWritten ? null : (suppression?.state ?? null),
    messageId: null,
    createdAt: w.now,
    sentAt: null,
    expiresAt: order.expiresAt ?? w.now + KEEP_MS,
  });
  if (isNew && state === 'queued') await w.job('send-mail', `send-mail:${id}`, { mailId: id });
}
