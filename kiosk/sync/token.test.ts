// Tests of a tablet's token: fetched before it is needed, once for all callers, and the handling of
// a server that refuses or does not know the tablet.

import { expect, it } from 'vitest';
import { CallError, type Call, type CallOptions } from '../../shared/base/client.ts';
import type { Clock } from '../../shared/base/ports.ts';
import { createApi } from './api.ts';
import type { AuthStore } from './authStore.ts';
import { createToken } from './token.ts';

const MINUTES = 60_000;

function bench(answer: (path: string) => unknown = () => undefined) {
  let mono = 0,
    state: ReturnType<AuthStore['get']> = {
      authToken: 'of an earlier day',
      r4chost: '',
      r4cUuid: 'u',
      cid: 'c',
      shareId: null,
    };
  const clock: Clock = { now: () => mono, mono: () => mono, after: () => () => undefined };
  const seen = { challenges: 0, revoked: 0, unknown: [] as boolean[], epochs: [] as string[] };
  const call = (async (path: string, o: CallOptions) => {
    if (path.endsWith('challenge')) seen.challenges++;
    const own = answer(path);
    if (own !== undefined) return own;
    if (path.endsWith('challenge')) return { nonce: 'n1' };
    expect(o.json).toEqual({
      tabletId: device.id,
      nonce: 'n1',
      signature: `signed:molar-token|${device.id}|n1`,
    });
    return {
      authToken: `fresh ${seen.challenges}`,
      expiresAt: mono + 15 * MINUTES,
      serverTime: mono,
      epoch: 'e1',
    };
  }) as Call;
  const device = { id: 't1' };
  const auth: AuthStore = {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
    },
    clear: () => undefined,
  };
  const token = createToken({
    call,
    auth,
    clock,
    tabletId: async () => device.id,
    sign: async (text) => `signed:${text}`,
    onRevoked: () => {
      seen.revoked++;
    },
    onUnknown: (isUnknown) => {
      seen.unknown.push(isUnknown);
    },
    onEpoch: async (epoch) => {
      seen.epochs.push(epoch);
    },
  });
  return {
    token,
    auth,
    seen,
    device,
    pass: (ms: number) => {
      mono += ms;
    },
  };
}

it('[sec 1.5] is fetched once for all callers by a signed nonce; a stored one counts as expired', async () => {
  const b = bench();
  expect(await Promise.all([b.token.ready(), b.token.ready(), b.token.renew()])).toEqual([
    true,
    true,
    true,
  ]);
  expect([b.seen.challenges, b.auth.get().authToken, b.seen.epochs]).toEqual([
    1,
    'fresh 1',
    ['e1'],
  ]);
  b.pass(14 * MINUTES);
  expect([await b.token.ready(), b.seen.challenges]).toEqual([true, 1]);
  b.pass(MINUTES);
  expect([await b.token.ready(), b.seen.challenges]).toEqual([true, 2]);
});

it('[sync F18] a revoked tablet is notified; an unreachable server only means waiting', async () => {
  const b = bench(() => {
    throw new CallError(401, 'tablet_revoked', '');
  });
  expect([await b.token.ready(), b.seen.revoked]).toEqual([false, 1]);
  const away = bench(() => {
    throw new CallError(0, 'network', '');
  });
  expect([await away.token.ready(), away.seen.revoked, away.seen.unknown]).toEqual([false, 0, []]);
});

it.each([
  [{}],
  [null],
  [{ authToken: 7 }],
  [{ authToken: 'x', expiresAt: 9, serverTime: 1 }],
  [{ authToken: 'x', expiresAt: 9, serverTime: 1, epoch: '' }],
])('[sync F9] a foreign response is no token and no epoch: %j', async (answer) => {
  const b = bench((path) => (path.endsWith('challenge') ? undefined : answer));
  expect([await b.token.ready(), b.auth.get().authToken, b.seen.epochs]).toEqual([
    false,
    'of an earlier day',
    [],
  ]);
});

it('[sync F8] an unknown tablet is reported, retried every 20 s, and accepted once known again', async () => {
  let isKnown = false;
  const b = bench((path) => {
    if (!isKnown && path.endsWith('challenge')) throw new CallError(404, 'not_found', '');
    return undefined;
  });
  for (let i = 0; i < 5; i++) expect(await b.token.ready()).toBe(false);
  expect([b.seen.challenges, b.seen.unknown]).toEqual([1, [true]]);
  isKnown = true;
  expect(await b.token.ready()).toBe(false);
  b.pass(20_000);
  expect([await b.token.ready(), b.seen.challenges, b.seen.unknown]).toEqual([
    true,
    2,
    [true, false],
  ]);
  const again = bench((path) => {
    if (again.device.id === 't1' && path.endsWith('challenge'))
      throw new CallError(404, 'not_found', '');
    return undefined;
  });
  expect(await again.token.ready()).toBe(false);
  again.device.id = 't2';
  expect([await again.token.ready(), again.seen.unknown]).toEqual([true, [true, false]]);
});

it('no request is sent before there is a token', async () => {
  const { auth } = bench();
  const api = createApi({
    auth,
    newId: () => 'id',
    version: '0',
    ready: async () => false,
    renew: async () => {
      throw new Error('asked');
    },
  });
  await expect(api.call('/tablet/heartbeat', { json: {}, isR4c: true })).rejects.toMatchObject({
    code: 'network',
  });
  await expect(
    api.stream('/tablet/sync/v1/live', new AbortController().signal),
  ).rejects.toMatchObject({ code: 'network' });
});
