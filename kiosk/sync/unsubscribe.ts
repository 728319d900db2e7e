// Requests of the unsubscribe page: no tablet, no sign-in, the link is the proof.

import type { Call } from '../../shared/base/client.ts';
import type { UnsubscribeAnswer } from '../../shared/accounts/mail.schema.ts';
import { ours } from './ours.ts';

export interface UnsubscribeLink {
  email: string;
  unsubscribeToken: string;
}
export type Suppression =
  | 'none'
  | 'unsubscribed'
  | 'bounced'
  | 'complained'
  | 'revoked'
  | 'unknown';

const TIMEOUT = 15_000;

/** Requests the status of a link; `language` is the practice's, for a valid link. */
export const askStatus = async (
  call: Call,
  link: UnsubscribeLink,
): Promise<{ state: Suppression; language: string | null }> =>
  ours(
    await call<{ state: Suppression; language: string | null }>('/auth/mailSuppressionStatus', {
      json: link,
      timeout: TIMEOUT,
    }),
    ['state'],
  );
const asked = async (
  call: Call,
  path: string,
  link: UnsubscribeLink,
): Promise<UnsubscribeAnswer['result']> =>
  ours(await call<UnsubscribeAnswer>(path, { json: link, timeout: TIMEOUT }), ['result']).result;
export const unsubscribe = (
  call: Call,
  link: UnsubscribeLink,
): Promise<UnsubscribeAnswer['result']> => asked(call, '/auth/unsubscribeFromMail', link);
export const takeBack = (call: Call, link: UnsubscribeLink): Promise<UnsubscribeAnswer['result']> =>
  asked(call, '/auth/revokeSuppressionRequest', link);
