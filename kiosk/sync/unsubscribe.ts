// What the page of an unsubscribe link asks the server: no tablet, no sign-in, the link is the proof.

import type { Call } from '../../shared/client.ts';
import type { UnsubscribeAnswer } from '../../shared/mail.schema.ts';

export interface UnsubscribeLink { email: string; unsubscribeToken: string }
export type Suppression = 'none' | 'unsubscribed' | 'bounced' | 'complained' | 'revoked' | 'unknown';

const TIMEOUT = 15_000;

/** `language` is the practice's, for whoever holds a right link. */
export const askStatus = (call: Call, link: UnsubscribeLink): Promise<{ state: Suppression; language: string | null }> =>
  call('/auth/mailSuppressionStatus', { json: link, timeout: TIMEOUT });
export const unsubscribe = async (call: Call, link: UnsubscribeLink): Promise<UnsubscribeAnswer['result']> =>
  (await call<UnsubscribeAnswer>('/auth/unsubscribeFromMail', { json: link, timeout: TIMEOUT })).result;
export const takeBack = async (call: Call, link: UnsubscribeLink): Promise<UnsubscribeAnswer['result']> =>
  (await call<UnsubscribeAnswer>('/auth/revokeSuppressionRequest', { json: link, timeout: TIMEOUT })).result;
