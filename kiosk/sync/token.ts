// A tablet's short-lived token: fetched by a nonce signed with the device key, so that a copied
// store is valid for 15 minutes at most.

import { CallError, type Call } from '../../shared/base/client.ts';
import type { Clock } from '../../shared/base/ports.ts';
import type { AuthStore } from './authStore.ts';

export interface TokenDeps {
  call: Call;
  auth: AuthStore;
  clock: Clock;
  tabletId: () => Promise<string | undefined>;
  sign: (text: string) => Promise<string | undefined>;
  onRevoked: () => void;
  /** True: the server does not know this tablet (its database was replaced). False: it does. */
  onUnknown: (isUnknown: boolean) => void;
  /** The server's epoch, before the first request that has to name it. */
  onEpoch: (epoch: string) => Promise<void>;
}
export interface Token {
  /**
   * Fetches a new one, at most one request at a time; false where this tablet has no registration
   * or the server is unreachable.
   */
  renew(): Promise<boolean>;
  /** Ensures a token that outlives a request; one stored before this start counts as expired. */
  ready(): Promise<boolean>;
}

interface TokenAnswer {
  authToken: string;
  expiresAt: number;
  serverTime: number;
  epoch: string;
}

/** A captive portal responds 200 too: only a valid response of our server counts (F9). */
const isAnswer = (v: unknown): v is TokenAnswer =>
  typeof v === 'object' &&
  v !== null &&
  'authToken' in v &&
  typeof v.authToken === 'string' &&
  'epoch' in v &&
  typeof v.epoch === 'string' &&
  v.epoch !== '' &&
  'expiresAt' in v &&
  typeof v.expiresAt === 'number' &&
  'serverTime' in v &&
  typeof v.serverTime === 'number';

/** Hilfe and the PIN may have to wait for it, so it is no longer than they tolerate. */
const TIMEOUT_MS = 8_000;
/** A request that starts here must not end with an expired token. */
const MARGIN_MS = 30_000;
/**
 * A server that does not know this tablet is retried after this time: it may be the wrong server
 * temporarily, and a minute after the right one is back nothing may still wait (L1).
 */
const UNKNOWN_PAUSE_MS = 20_000;

export function createToken(deps: TokenDeps): Token {
  const { clock, call } = deps;
  let running: Promise<boolean> | null = null;
  let goodUntil = -Infinity;
  let unknown: { tabletId: string; until: number } | null = null;

  const fetchToken = async (): Promise<boolean> => {
    const tabletId = await deps.tabletId();
    if (!tabletId || (unknown?.tabletId === tabletId && clock.mono() < unknown.until)) return false;
    try {
      const { nonce } = await call<{ nonce: string }>('/tablet/token/challenge', {
        json: { tabletId },
        isR4c: true,
        timeout: TIMEOUT_MS,
      });
      const signature = await deps.sign(`molar-token|${tabletId}|${nonce}`);
      if (!signature) return false;
      const answer = await call<unknown>('/tablet/token', {
        json: { tabletId, nonce, signature },
        isR4c: true,
        timeout: TIMEOUT_MS,
      });
      if (!isAnswer(answer)) return false;
      await deps.onEpoch(answer.epoch);
      deps.auth.set({ authToken: answer.authToken });
      goodUntil = clock.mono() + Math.max(0, answer.expiresAt - answer.serverTime - MARGIN_MS);
      unknown = null;
      deps.onUnknown(false);
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) return false;
      if (error.code === 'tablet_revoked') deps.onRevoked();
      if (error.code === 'not_found') {
        unknown = { tabletId, until: clock.mono() + UNKNOWN_PAUSE_MS };
        deps.onUnknown(true);
      }
      return false;
    }
  };
  const renew = (): Promise<boolean> => {
    running ??= fetchToken().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    renew,
    ready: async () => (deps.auth.get().authToken !== null && clock.mono() < goodUntil) || renew(),
  };
}
