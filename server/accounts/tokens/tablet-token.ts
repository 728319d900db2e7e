// Bearer tokens of tablets: same table and lifetime as users' tokens, issued after proof of the
// device key (server/desk/tablet).

import type { Work } from '../../platform/work.ts';
import { ACCESS_MS } from '../sign-in/auth-deps.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { newSecret } from '../sign-in/secret.ts';
import { insertAccessToken, removeTabletTokens } from '../account-store/store.ts';

export async function giveTabletToken(
  w: Work,
  input: { tabletId: string; securityEpoch: number },
): Promise<{ authToken: string; expiresAt: number }> {
  const authToken = newSecret('ses_');
  const expiresAt = w.now + ACCESS_MS;
  await insertAccessToken(w, {
    hash: hashSecret(authToken),
    sessionId: null,
    tabletId: input.tabletId,
    securityEpoch: input.securityEpoch,
    expiresAt,
  });
  return { authToken, expiresAt };
}

/** Deletes every token of a tablet; part of revoking it. */
export const dropTabletTokens = (w: Work, tabletId: string): Promise<number> =>
  removeTabletTokens(w, tabletId);
