// Suppresses an address or releases it (T6); every change is in the audit log, by a hash.

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

/**
 * Allowed previous states of a new one: a complaint outranks everything, a bounce outranks a user's
 * choice.
 */
const FROM: Readonly<Record<SuppressionState, readonly SuppressionState[]>> = {
  none: [],
  unsubscribed: ['none', 'revoked'],
  bounced: ['none', 'unsubscribed', 'revoked'],
  complained: ['none', 'unsubscribed', 'revoked', 'bounced'],
  revoked: ['unsubscribed', 'bounced', 'complained'],
};

const suppressionName = (cid: string, hash: string): string => `suppression|${cid}|${hash}`;

/** Ordered by ascending weight. */
const WEIGHT: readonly SuppressionState[] = [
  'none',
  'revoked',
  'unsubscribed',
  'bounced',
  'complained',
];
/** Returns the effective row where one address has several: the one with the weightiest state. */
export const weightiest = (rows: readonly SuppressionRow[]): SuppressionRow | undefined =>
  rows.toSorted((a, b) => WEIGHT.indexOf(b.state) - WEIGHT.indexOf(a.state))[0];

/** Returns the state of an address in a practice, however its domain is written. */
export async function suppressionOf(
  from: Look | Work,
  keys: Pick<MailKeys, 'addressHashes'>,
  email: string,
): Promise<SuppressionRow | undefined> {
  return weightiest(await findSuppressions(from, keys.addressHashes(email)));
}

/**
 * Returns the row of an address, created with its nonce at the first mail that may be unsubscribed.
 */
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

/**
 * Suppresses an address.
 * @returns false when the address is already in that state, or in one that outranks it
 */
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
