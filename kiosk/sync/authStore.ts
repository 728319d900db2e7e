// The auth store under its old name `authStore` (E2): restored on start, saved on every change; the
// token lives at most 15 minutes.

import type { AuthState } from '../../shared/base/client.ts';

export const AUTH_STORE = 'authStore';
const EMPTY: AuthState = {
  authToken: null,
  r4chost: null,
  r4cUuid: null,
  cid: null,
  shareId: null,
};

export interface AuthStore {
  get(): AuthState;
  set(change: Partial<AuthState>): void;
  clear(): void;
}

const textOf = (v: unknown): string | null => (typeof v === 'string' ? v : null);

export function createAuthStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): AuthStore {
  let state: AuthState = EMPTY;
  try {
    const v: unknown = JSON.parse(storage.getItem(AUTH_STORE) ?? 'null');
    if (typeof v === 'object' && v !== null) {
      const r = v as Record<string, unknown>;
      state = {
        authToken: textOf(r.authToken),
        r4chost: textOf(r.r4chost),
        r4cUuid: textOf(r.r4cUuid),
        cid: textOf(r.cid),
        shareId: textOf(r.shareId),
      };
    }
  } catch {
    state = EMPTY;
  }
  const save = (): void => {
    // Without storage the tablet still works until a reload.
    try {
      storage.setItem(AUTH_STORE, JSON.stringify(state));
    } catch {
      return;
    }
  };
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      save();
    },
    clear() {
      state = EMPTY;
      try {
        storage.removeItem(AUTH_STORE);
      } catch {
        return;
      }
    },
  };
}
