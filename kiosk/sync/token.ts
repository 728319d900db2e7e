// A tablet's short-lived token: fetched by a nonce signed with the device key, so that a copied store is worth 15 minutes at most.

import { CallError, type Call } from '../../shared/client.ts';
import type { AuthStore } from './authStore.ts';

export interface TokenDeps {
  call: Call;
  auth: AuthStore;
  tabletId: () => Promise<string | undefined>;
  sign: (text: string) => Promise<string | undefined>;
  onRevoked: () => void;
}

interface TokenAnswer { authToken: string; expiresAt: number; serverTime: number; epoch: string }

/** Renews at most once at a time; false where this tablet has no registration or the server is out of reach. */
export function createRenewal(deps: TokenDeps): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  const renew = async (): Promise<boolean> => {
    const tabletId = await deps.tabletId();
    if (!tabletId) return false;
    try {
      const { nonce } = await deps.call<{ nonce: string }>('/tablet/token/challenge', { json: { tabletId }, isR4c: true, timeout: 15_000 });
      const signature = await deps.sign(`molar-token|${tabletId}|${nonce}`);
      if (!signature) return false;
      const answer = await deps.call<TokenAnswer>('/tablet/token', { json: { tabletId, nonce, signature }, isR4c: true, timeout: 15_000 });
      deps.auth.set({ authToken: answer.authToken });
      return true;
    } catch (error) {
      if (error instanceof CallError && error.code === 'tablet_revoked') deps.onRevoked();
      return false;
    }
  };
  return () => { running ??= renew().finally(() => { running = null; }); return running; };
}
