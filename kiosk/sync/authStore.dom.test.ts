// Tests of the store of the token against scripted responses.

import { expect, it } from 'vitest';
import type { AuthState } from '../../shared/base/client.ts';
import { AUTH_STORE, createAuthStore } from './authStore.ts';

const auth = (): {
  get: () => AuthState;
  set: (c: Partial<AuthState>) => void;
  clear: () => void;
} => {
  localStorage.clear();
  return createAuthStore(localStorage);
};

it('[E2] the auth store is restored and saved on every change; corrupt text counts as empty', () => {
  auth().set({ authToken: 't', r4cUuid: 'u' });
  expect(createAuthStore(localStorage).get()).toEqual({
    authToken: 't',
    r4chost: null,
    r4cUuid: 'u',
    cid: null,
    shareId: null,
  });
  localStorage.setItem(AUTH_STORE, '{');
  expect(createAuthStore(localStorage).get().authToken).toBeNull();
});
