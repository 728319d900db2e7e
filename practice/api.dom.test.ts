// Tests of the session: the auth store [E2], one shared renewal on 401, and an expired session that
// keeps the page.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn } from '../shared/accounts/auth.schema.ts';
import { errorAnswer, fakeServer } from './ui/stage.fixture.tsx';

const signedIn = (authToken: string): SignedIn => ({
  authToken,
  expiresAt: Date.now() + 900_000,
  r4chost: 'http://localhost',
  r4cUuid: 'r',
  praxis: { name: 'Praxis' },
  account: { factorNeed: 'no', lockMinutes: 10 },
  user: {
    id: 'u',
    cid: 'c',
    email: 'a@b.de',
    firstName: 'A',
    lastname: 'B',
    role: 'owner',
    behandler: true,
  },
});
const load = async () => ({ api: await import('./api.ts'), session: await import('./session.ts') });

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

test('[E2] the auth store keeps its five entries under authStore and is restored', async () => {
  fakeServer(() => ({ body: signedIn('one') }));
  await (await load()).api.signIn('a@b.de', 'pw', false);
  expect(JSON.parse(sessionStorage.getItem('authStore')!)).toEqual({
    authToken: 'one',
    r4chost: 'http://localhost',
    r4cUuid: 'r',
    cid: 'c',
    shareId: null,
  });
  vi.resetModules();
  expect((await load()).session.currentAuth().authToken).toBe('one');
});

test('[E2] an unreadable store counts as empty', async () => {
  sessionStorage.setItem('authStore', '{broken');
  expect((await load()).session.currentAuth()).toEqual({
    authToken: null,
    r4chost: null,
    r4cUuid: null,
    cid: null,
    shareId: null,
  });
});

test('a 401 renews once for all callers and repeats each call', async () => {
  let token = 'old';
  const sent = fakeServer(({ path }) => {
    if (path === '/auth/login') return { body: signedIn('old') };
    if (path === '/auth/refreshToken') {
      token = 'new';
      return { body: signedIn('new') };
    }
    return token === 'new' ? { body: { ok: true } } : errorAnswer(401, 'unauthenticated');
  });
  const { api } = await load();
  await api.signIn('a@b.de', 'pw', false);
  await expect(
    Promise.all([
      api.callR4c('/tablet/board'),
      api.callR4c('/tablet/board'),
      api.callR4c('/tablet/board'),
    ]),
  ).resolves.toHaveLength(3);
  expect(sent.filter((one) => one.path === '/auth/refreshToken')).toHaveLength(1);
});

test('a session that fails to renew is „expired“ and keeps the user; a wrong password does not end it', async () => {
  fakeServer(({ path }) =>
    path === '/auth/login'
      ? { body: signedIn('one') }
      : path === '/auth/createMidSessionToken'
        ? errorAnswer(401, 'login_failed')
        : errorAnswer(401, 'unauthenticated'),
  );
  const { api, session } = await load();
  await api.signIn('a@b.de', 'pw', false);
  await expect(api.stepUpBy({ password: 'wrong' })).rejects.toMatchObject({ code: 'login_failed' });
  expect(session.currentSession().status).toBe('in');
  await expect(api.callR4c('/tablet/board')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(session.currentSession()).toMatchObject({ status: 'expired', user: { email: 'a@b.de' } });
});

test('an unreachable server signs no user out', async () => {
  fakeServer(() => ({ body: signedIn('one') }));
  const { api, session } = await load();
  await api.signIn('a@b.de', 'pw', false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  await expect(api.callR4c('/tablet/board')).rejects.toMatchObject({ code: 'network' });
  expect(session.currentSession().status).toBe('in');
});

test('[C2] [X10] a per-practice call without a host throws in the client', async () => {
  const sent = fakeServer(() => ({ body: {} }));
  await expect((await load()).api.callR4c('/tablet/board')).rejects.toMatchObject({
    code: 'no_host',
  });
  expect(sent).toEqual([]);
});

test('[sec B30] the first call of a browser waits for the XSRF cookie, and two calls request it once', async () => {
  // Expired a second ago: one that expires at this instant is still valid in the same millisecond.
  document.cookie = 'XSRF-TOKEN=; Max-Age=-1; path=/';
  const headers: (string | null)[] = [];
  const sent = fakeServer(({ path }) => {
    if (path === '/ui/status') document.cookie = 'XSRF-TOKEN=abc; path=/';
    return { body: {} };
  });
  const inner = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    if (init.method === 'POST') headers.push(new Headers(init.headers).get('X-XSRF-TOKEN'));
    return inner(input, init);
  });
  const { api } = await load();
  await Promise.all([
    api.callByLink('/auth/acceptinvite', { token: 'a' }),
    api.checkFirstUserToken('b'),
  ]);
  expect(sent).toHaveLength(3);
  expect(sent[0]?.path).toBe('/ui/status');
  expect(headers).toEqual(['abc', 'abc']);
  document.cookie = 'XSRF-TOKEN=; Max-Age=-1; path=/';
});

test('[sec B29] a truncated link is reported as invalid, not as wrong input', async () => {
  fakeServer(() => errorAnswer(400, 'validation', { fields: { token: 'invalid_format' } }));
  const { api } = await load();
  await expect(api.callByLink('/auth/acceptinvite', { token: 'lnk_' })).rejects.toMatchObject({
    code: 'link_invalid',
    requestId: 'req-1',
  });
  fakeServer(() => errorAnswer(400, 'validation', { fields: { email: 'invalid_format' } }));
  await expect(api.callByLink('/auth/resetpassword', { email: '' })).rejects.toMatchObject({
    code: 'validation',
  });
});
