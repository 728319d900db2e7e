/**
 * Tests of the tablet's requests: their headers, and that an expired token never blocks a new one.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { createBareCall } from './api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('[F18] a request for a token carries none, however old the stored one is', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init);
    return Response.json({ nonce: 'n' });
  });
  const auth = {
    get: () => ({
      authToken: 'ended',
      r4chost: 'https://praxis.test',
      r4cUuid: 'u',
      cid: 'c',
      shareId: null,
    }),
    set: () => undefined,
    clear: () => undefined,
  };
  await createBareCall({ auth, newId: () => 'id', version: '0' })('/tablet/token/challenge', {
    json: { tabletId: 't' },
    isR4c: true,
  });
  const headers = new Headers(sent[0]?.headers);
  expect(headers.get('authorization')).toBeNull();
  expect(headers.get('content-type')).toBe('application/json');
  expect(sent[0]).toMatchObject({ credentials: 'omit', cache: 'no-store', redirect: 'error' });
});
