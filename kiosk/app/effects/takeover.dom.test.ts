// Tests of a takeover in a browser against a server model: a phone becomes a guest with its own
// keys, a lost response is retried, unknown hosts are never contacted.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACTIVE_TASK } from '../../outbox/activeTask.ts';
import { AUTH_STORE } from '../../sync/authStore.ts';
import { createDeviceStore, type Device } from '../device.ts';
import { createDb, readValue } from '../../outbox/db.ts';
import { createParts, DB_NAME } from '../parts.ts';
import { browserClock, browserRandom } from '../ports.ts';
import {
  fetchMappe,
  forgetAll,
  returnMappe,
  senderOf,
  sendEverything,
  takeOver,
  tryEnd,
  withdrawOffer,
} from './takeover.ts';
import type { Tablet } from '../tablet.ts';

const CODE = { r4chost: 'r4c-0123456789ab', takeoverSecret: 'a'.repeat(43) };
const CONFIG = {
  tabletName: 'Handy',
  posture: 'hand',
  praxis: { name: 'Praxis', phone: '' },
  language: 'de',
  languages: ['de'],
  idleSeconds: 120,
  serverKey: {},
  serverKeyId: 'k',
  escrowKey: {},
};
const ACCEPTED = {
  tabletId: 'guest-1',
  cid: 'c1',
  r4cUuid: 'r-1',
  isGuest: true,
  leaseUntil: 90_000_000,
  serverTime: 3_600_000,
  config: CONFIG,
};

interface Asked {
  url: string;
  body: Record<string, unknown> | undefined;
  token: string | undefined;
}
let asked: Asked[],
  answers: Record<string, (body: Record<string, unknown> | undefined) => [number, unknown]>;
const error = (status: number, code: string): [number, unknown] => [
  status,
  { error: { code, message: '', requestId: 'x' } },
];
beforeEach(() => {
  asked = [];
  answers = {
    '/dispatcher/resolve': () => [200, { r4chost: CODE.r4chost, r4cUuid: 'r-1', baseUrl: '' }],
    '/r4c/r-1/tablet/takeover/accept': () => [200, ACCEPTED],
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const body =
      typeof init.body === 'string'
        ? (JSON.parse(init.body) as Record<string, unknown>)
        : undefined;
    asked.push({ url, body, token: (init.headers as Record<string, string>).Authorization });
    const answer = answers[url];
    if (!answer) return Promise.reject(new TypeError(`nobody answers ${url}`));
    const [status, json] = answer(body);
    return Promise.resolve(
      new Response(JSON.stringify(json), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    );
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  localStorage.clear();
  await createDb(DB_NAME).delete();
});
const kept = async <T>(work: (db: ReturnType<typeof createDb>) => Promise<T>): Promise<T> => {
  const db = createDb(DB_NAME);
  try {
    return await work(db);
  } finally {
    db.close();
  }
};
const device = (): Promise<Device | null> => kept((db) => createDeviceStore(db).load());
const keep = (own: Partial<Device>): Promise<void> =>
  kept((db) =>
    createDeviceStore(db).save({
      tabletId: 't1',
      cid: 'c1',
      tabletToken: '',
      exceptions: [],
      registeredAt: 1,
      isReady: true,
      isRevoked: false,
      ...own,
    }),
  );
const urls = (): string[] => asked.map((one) => one.url);

describe('[R7] takeover in a browser', () => {
  it('makes a phone a guest with its own keys, and caches everything needed to continue', async () => {
    expect(await takeOver(CODE, 'ar')).toBe('taken');
    expect(urls()).toEqual(['/dispatcher/resolve', '/r4c/r-1/tablet/takeover/accept']);
    expect(asked[0]?.body).toEqual({ r4chost: CODE.r4chost });
    const { keys } = asked[1]!.body as { keys: { signKey: JsonWebKey; sealKey: JsonWebKey } };
    expect([keys.signKey.crv, keys.signKey.d, keys.sealKey.d, asked[1]?.token]).toEqual([
      'P-256',
      undefined,
      undefined,
      undefined,
    ]);
    expect(await device()).toMatchObject({
      tabletId: 'guest-1',
      language: 'ar',
      isGuest: true,
      isReady: true,
      isRevoked: false,
    });
    expect(await kept((db) => readValue(db, 'config'))).toEqual(CONFIG);
    expect(JSON.parse(localStorage.getItem(AUTH_STORE) ?? '')).toMatchObject({
      r4cUuid: 'r-1',
      cid: 'c1',
      authToken: null,
    });
    expect(localStorage.getItem(ACTIVE_TASK)).toBeNull();
  });

  it('names the sender of a code and stores nothing on this device', async () => {
    const sender = { name: 'Praxis', phone: '030 1', language: 'ar' };
    answers['/r4c/r-1/tablet/takeover/sender'] = (body) =>
      body?.takeoverSecret === CODE.takeoverSecret ? [200, sender] : error(404, 'takeover_over');
    expect(await senderOf(CODE)).toEqual(sender);
    expect(await senderOf({ ...CODE, takeoverSecret: 'b'.repeat(43) })).toBeNull();
    expect([await device(), localStorage.getItem(AUTH_STORE)]).toEqual([null, null]);
  });

  it('[sec B58] sends no request to a host that is not in the directory', async () => {
    answers['/dispatcher/resolve'] = () => error(404, 'not_found');
    for (const r4chost of ['evil.example', 'r4c.example@evil', '127.0.0.1', 'https://evil.example'])
      expect(await takeOver({ ...CODE, r4chost }, 'de')).toBe('wrong');
    expect(new Set(urls())).toEqual(new Set(['/dispatcher/resolve']));
    expect(await device()).toBeNull();
  });

  it('retries a lost response with the same keys', async () => {
    delete answers['/r4c/r-1/tablet/takeover/accept'];
    expect(await takeOver(CODE, 'de')).toBe('offline');
    expect(await device()).toBeNull();
    answers['/r4c/r-1/tablet/takeover/accept'] = () => [200, ACCEPTED];
    expect(await takeOver(CODE, 'de')).toBe('taken');
    const sent = asked
      .filter((one) => one.url.endsWith('/accept'))
      .map((one) => JSON.stringify(one.body?.keys));
    expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
  });

  it('[sync F9] a captive portal’s response creates no guest', async () => {
    const foreign: unknown[] = [
      {},
      null,
      [],
      { authToken: 7 },
      { ...ACCEPTED, tabletId: undefined },
      { ...ACCEPTED, leaseUntil: '9' },
    ];
    for (const json of foreign) {
      answers['/r4c/r-1/tablet/takeover/accept'] = () => [200, json];
      expect([await takeOver(CODE, 'de'), await device()]).toEqual(['offline', null]);
    }
    answers['/r4c/r-1/tablet/takeover/accept'] = () => [200, ACCEPTED];
    const resolve = answers['/dispatcher/resolve']!;
    answers['/dispatcher/resolve'] = () => [200, {}];
    expect([await takeOver(CODE, 'de'), await device()]).toEqual(['offline', null]);
    answers['/dispatcher/resolve'] = resolve;
    expect(await takeOver(CODE, 'de')).toBe('taken');
  });

  it('waits while the server is still processing the ops of the tablet', async () => {
    let left = 2;
    answers['/r4c/r-1/tablet/takeover/accept'] = () =>
      left-- > 0 ? error(503, 'unavailable') : [200, ACCEPTED];
    expect(await takeOver(CODE, 'de')).toBe('taken');
    expect(urls().filter((one) => one.endsWith('/accept'))).toHaveLength(3);
  }, 20_000);

  it('[sec B59] [sec B60] names the problem of a code', async () => {
    for (const [status, code, problem] of [
      [410, 'takeover_over', 'over'],
      [409, 'state_conflict', 'finished'],
      [429, 'rate_limited', 'rate'],
      [403, 'https_required', 'insecure'],
      [500, 'internal', 'offline'],
    ] as const) {
      answers['/r4c/r-1/tablet/takeover/accept'] = () => error(status, code);
      expect([code, await takeOver(CODE, 'de')]).toEqual([code, problem]);
    }
    vi.stubGlobal('isSecureContext', false);
    expect(await takeOver(CODE, 'de')).toBe('insecure');
  });

  it('does not change a device of another practice, or a signed-out tablet', async () => {
    await keep({});
    localStorage.setItem(
      AUTH_STORE,
      JSON.stringify({ r4chost: 'x', r4cUuid: 'r-2', cid: 'c2', authToken: null, shareId: null }),
    );
    expect(await takeOver(CODE, 'de')).toBe('busy');
    await keep({ isRevoked: true });
    localStorage.setItem(
      AUTH_STORE,
      JSON.stringify({ r4chost: 'x', r4cUuid: 'r-1', cid: 'c1', authToken: null, shareId: null }),
    );
    expect(await takeOver(CODE, 'de')).toBe('busy');
    expect(await device()).toMatchObject({ tabletId: 't1', isRevoked: true });
    expect(urls().some((one) => one.endsWith('/accept'))).toBe(false);
  });

  it('an ended guest can start again, also one ended by the server', async () => {
    await keep({ isGuest: true, isRevoked: true });
    expect(await takeOver(CODE, 'de')).toBe('taken');
    expect(await device()).toMatchObject({ tabletId: 'guest-1', isRevoked: false });
    answers['/r4c/r-1/tablet/token/challenge'] = () => error(401, 'tablet_revoked');
    answers['/r4c/r-1/tablet/takeover/accept'] = () => [200, { ...ACCEPTED, tabletId: 'guest-2' }];
    expect(await takeOver(CODE, 'de')).toBe('taken');
    expect(await device()).toMatchObject({ tabletId: 'guest-2' });
  });

  it('sends everything before requesting a code, or reports that there is no connection', async () => {
    let mono = 0,
      unsent = 2;
    const wake = vi.fn(),
      seal = vi.fn().mockResolvedValue(undefined),
      clock = {
        now: () => 0,
        mono: () => mono,
        after: (ms: number, work: () => void) => {
          mono += ms;
          queueMicrotask(work);
          return () => undefined;
        },
      };
    const tablet = {
      wake,
      parts: {
        clock,
        answers: { get: () => ({ body: { taskId: 't' } }) },
        drafts: { seal, unsent: () => Promise.resolve(Array.from({ length: unsent })) },
        outbox: { health: () => Promise.resolve({ pending: 0 }) },
        carried: { isBehind: () => false },
      },
    } as unknown as Tablet;
    wake.mockImplementation(() => {
      unsent = Math.max(0, unsent - 1);
    });
    expect(await sendEverything(tablet)).toBe(true);
    expect(seal).toHaveBeenCalledExactlyOnceWith('t');
    unsent = 1;
    wake.mockImplementation(() => undefined);
    expect(await sendEverything(tablet)).toBe(false);
    expect(mono).toBeGreaterThanOrEqual(10_000);
  });

  it('a practice tablet takes over only from phones with a Mappe of its own practice', async () => {
    const call = vi.fn(() => Promise.resolve(ACCEPTED)),
      resolve = vi.fn(() => Promise.resolve({ r4chost: 'x', r4cUuid: 'r-9', baseUrl: '' }));
    const clock = { now: () => 0, mono: () => 0, after: () => () => undefined };
    const tablet = {
      parts: { clock, bare: resolve, api: { call }, auth: { get: () => ({ r4cUuid: 'r-1' }) } },
    } as unknown as Tablet;
    expect(await fetchMappe(tablet, CODE)).toBe('refused');
    expect(call).not.toHaveBeenCalled();
    resolve.mockResolvedValue({ r4chost: 'x', r4cUuid: 'r-1', baseUrl: '' });
    expect(await fetchMappe(tablet, CODE)).toBe('done');
    expect(call).toHaveBeenCalledExactlyOnceWith(
      '/tablet/takeover/accept',
      expect.objectContaining({
        json: { takeoverSecret: CODE.takeoverSecret, userAgent: expect.any(String) },
      }),
    );
  });

  it('[sync F9] a captive portal’s response closes no code, returns nothing and wipes no phone', async () => {
    expect(await takeOver(CODE, 'de')).toBe('taken');
    const parts = createParts(browserClock, browserRandom, {
      onRevoked: () => undefined,
      onUnknown: () => undefined,
      onTrouble: () => undefined,
      onSaved: () => undefined,
      onQueued: () => undefined,
      offset: () => 0,
    });
    const tablet = { wake: () => undefined, parts } as unknown as Tablet,
      nonce = '/r4c/r-1/tablet/token/challenge',
      token = '/r4c/r-1/tablet/token',
      base = '/r4c/r-1/tablet';
    try {
      await parts.device.load();
      answers[nonce] = () => [200, { nonce: 'n' }];
      answers[token] = () => [
        200,
        { authToken: 'a', expiresAt: 900_000, serverTime: 0, epoch: 'e' },
      ];
      answers[`${base}/sync/v1/pull?cursor=0&limit=1`] = () => [
        200,
        { epoch: 'e', cursor: 0, more: false, items: [] },
      ];
      const all = async (): Promise<unknown[]> => [
        await withdrawOffer(tablet),
        await returnMappe(tablet, 'm'),
        await tryEnd(tablet).catch(() => 'not yet'),
      ];
      for (const json of [{}, null, [], 'ok']) {
        for (const what of ['cancel', 'return', 'end'])
          answers[`${base}/takeover/${what}`] = () => [200, json];
        expect(await all()).toEqual([false, 'offline', 'not yet']);
      }
      for (const what of ['cancel', 'return', 'end'])
        answers[`${base}/takeover/${what}`] = () => [204, undefined];
      expect(await all()).toEqual([true, 'done', true]);
    } finally {
      parts.db.close();
    }
  });

  it('[inv S4] deletes everything, also a token that arrived last', async () => {
    await takeOver(CODE, 'de');
    const db = createDb(DB_NAME),
      clear = vi.fn(() => localStorage.removeItem(AUTH_STORE)),
      stop = vi.fn();
    await db.open();
    localStorage.setItem(ACTIVE_TASK, 'x');
    await forgetAll({ stop, parts: { db, auth: { clear } } } as unknown as Tablet);
    expect([
      stop.mock.calls.length,
      localStorage.length,
      (await indexedDB.databases()).filter((one) => one.name === DB_NAME).length,
    ]).toEqual([1, 0, 0]);
  });
});
