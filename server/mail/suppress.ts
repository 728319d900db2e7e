// Marks an address as one that must not be written to, or frees it again (T6); every change is in the audit log, by a hash.

import { foldEmail } from '../../shared/auth.ts';
import type { SuppressionState } from '../db/schema/mail.ts';
import type { Work } from '../work.ts';
import type { MailKeys } from './mail-keys.ts';
import { insertSuppression, moveSuppression } from './store.ts';

/** From which states a new one may follow: a complaint outweighs everything, a bounce outweighs what somebody wished. */
const FROM: Readonly<Record<SuppressionState, readonly SuppressionState[]>> = {
  none: [], unsubscribed: ['none', 'revoked'], bounced: ['none', 'unsubscribed', 'revoked'], complained: ['none', 'unsubscribed', 'revoked', 'bounced'], revoked: ['unsubscribed', 'bounced', 'complained'],
};

export const suppressionName = (cid: string, hash: string): string => `suppression|${cid}|${hash}`;

/** The row of an address, made with its nonce at the first mail that may be unsubscribed. */
export async function ensureSuppression(w: Work, keys: MailKeys, email: string): Promise<string> {
  const hash = keys.hashAddress(email);
  await insertSuppression(w, { hash, sealed: keys.seal({ email: foldEmail(email) }, suppressionName(w.cid, hash)), state: 'none', reason: null, at: w.now, nonce: w.newId() });
  return hash;
}

/** @returns false when the address already is in that state, or in one that outweighs it */
export async function suppress(w: Work, keys: MailKeys, input: { email: string; state: Exclude<SuppressionState, 'none'>; reason: string; mailId?: string }): Promise<boolean> {
  const hash = await ensureSuppression(w, keys, input.email);
  const isMoved = await moveSuppression(w, hash, FROM[input.state], { state: input.state, reason: input.reason.slice(0, 40), at: w.now });
  if (isMoved) await w.audit(`mail.${input.state}`, { address: hash.slice(0, 16), reason: input.reason.slice(0, 40), ...(input.mailId !== undefined && { mailId: input.mailId }) });
  return isMoved;
}
