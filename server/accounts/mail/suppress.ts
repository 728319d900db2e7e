// Marks an address as one that must not be written to, or frees it again (T6); every change is in the audit log, by a hash.

import { foldEmail } from '../../../shared/base/email.ts';
import type { SuppressionState } from '../../platform/db/schema/mail.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { MailKeys } from './mail-keys.ts';
import {
  findSuppressions,
  insertSuppression,
  moveSuppressions,
  type SuppressionRow,
} from './store.ts';

/** From which states a new one may follow: a complaint outweighs everything, a bounce outweighs what somebody wished. */
const FROM: Readonly<Record<SuppressionState, readonly SuppressionState[]>> = {
  none: [],
  unsubscribed: ['none', 'revoked'],
  bounced: ['none', 'unsubscribed', 'revoked'],
  complained: ['none', 'unsubscribed', 'revoked', 'bounced'],
  revoked: ['unsubscribed', 'bounced', 'complained'],
};

const suppressionName = (cid: string, hash: string): string => `suppression|${cid}|${hash}`;

/** The weightier a state, the later it stands here. */
const WEIGHT: readonly SuppressionState[] = [
  'none',
  'revoked',
  'unsubscribed',
  'bounced',
  'complained',
];
/** The row that counts where one address has several: the one with the weightiest state. */
export const weightiest = (rows: readonly SuppressionRow[]): SuppressionRow | undefined =>
  rows.toSorted((a, b) => WEIGHT.indexOf(b.state) - WEIGHT.indexOf(a.state))[0];

/** How an address stands in a practice, however its domain is written. */
export async function suppressionOf(
  from: Look | Work,
  keys: Pick<MailKeys, 'addressHashes'>,
  email: string,
): Promise<SuppressionRow | undefined> {
  return weightiest(await findSuppressions(from, keys.addressHashes(email)));
}

/** The row of an address, made with its nonce at the first mail that may be unsubscribed. */
export async function ensureSuppression(w: Work, keys: MailKeys, email: string): Promise<string> {
  const hash = keys.hashAddress(email);
  await insertSuppression(w, {
    hash,
    sealed: keys.seal({ email: foldEmail(email) }, suppressionName(w.cid, hash)),
    state: 'none',
    reason: null,
    at: w.now,
    nonce: w.newId(),
  });
  return hash;
}

/** @returns false when the address already is in that state, or in one that outweighs it */
export async function suppress(
  w: Work,
  keys: MailKeys,
  input: {
    email: string;
    state: Exclude<SuppressionState, 'none'>;
    reason: string;
    mailId?: string;
  },
): Promise<boolean> {
  const hash = await ensureSuppression(w, keys, input.email);
  const isMoved = await moveSuppressions(w, keys.addressHashes(input.email), FROM[input.state], {
    state: input.state,
    reason: input.reason.slice(0, 40),
    at: w.now,
  });
  if (isMoved)
    await w.audit(`mail.${input.state}`, {
      address: hash.slice(0, 16),
      reason: input.reason.slice(0, 40),
      ...(input.mailId !== undefined && { mailId: input.mailId }),
    });
  return isMoved;
}
