// Tests that a third party's response with status 200 is rejected by every call that relies on a
// response.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCall } from '../../shared/base/client.ts';
import type { Clock } from '../../shared/base/ports.ts';
import type { OpHeader } from '../../shared/exchange/sync.ts';
import { checkPin, ringHelp } from './desk.ts';
import { pushDirect } from './direct.ts';
import { createShareCalls } from './share-calls.ts';
import { register } from './registration.ts';
import { closeOffer, endGuest, giveBack, hasMore } from './takeover.ts';
import { askStatus, takeBack, unsubscribe } from './unsubscribe.ts';

/** Responses of a captive portal, in several forms. */
const FOREIGN: readonly (readonly [string, string])[] = [
  ['text/html', '<html>Bitte anmelden</html>'],
  ['text/plain', ''],
  ['application/json', '{}'],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '{"ok":true}'],
  ['application/json', '{"ackN":999,"epoch":"","safeN":999}'],
  ['application/json', '{"epoch":5,"cursor":"9","items":{}}'],
];
const auth = () => ({ authToken: null, r4chost: 'h', r4cUuid: 'r', cid: null, shareId: null });
/** Every delay ends at once. */
function quickClock(): Clock {
  let mono = 0;
  return {
    now: () => mono,
    mono: () => mono,
    after: (ms, work) => {
      mono += ms;
      queueMicrotask(work);
      return () => undefined;
    },
  };
}
const answers = (response: () => Response): ReturnType<typeof createCall> => {
  vi.stubGlobal('fetch', () => Promise.resolve(response()));
  return createCall({
    fetch: (...a) => globalThis.fetch(...a),
    auth,
    version: '0',
    newId: () => 'id',
    readCookie: () => undefined,
  });
};
const says = ([type, body]: readonly [string, string]) =>
  answers(() => new Response(body, { status: 200, headers: { 'content-type': type } }));
const json = (body: unknown) => answers(() => Response.json(body));
const portal = () =>
  createShareCalls({
    newId: () => 'id',
    version: '0',
    shareId: 's',
    r4cUuid: 'r',
    clock: { mono: () => 0 },
  });
const link = { email: 'a@b.example', unsubscribeToken: 't' },
  op = { device: 'd', inc: 'i', header: { n: 1 } as OpHeader, sealed: new Uint8Array(3) };
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('[sync F9] a captive portal that responds instead of the server', () => {
  it.each(FOREIGN)(
    'closes no code, returns nothing and ends no guest: %s %s',
    async (...foreign) => {
      const call = says(foreign);
      for (const asked of [closeOffer(call), giveBack(call, quickClock()), endGuest(call)])
        await expect(asked).rejects.toMatchObject({ name: 'CallError', status: 0 });
      expect(await hasMore(call, 3).catch(() => true)).toBe(true);
    },
  );

  it.each(FOREIGN)(
    'rings no bell, verifies no PIN and stores nothing: %s %s',
    async (...foreign) => {
      const call = says(foreign);
      expect([await ringHelp(call, null), await checkPin(call, '471205')]).toEqual([
        false,
        'offline',
      ]);
      await expect(pushDirect(call, op)).rejects.toThrow();
    },
  );

  it.each(FOREIGN)(
    'sends no code, renews no link, unsubscribes no address: %s %s',
    async (...foreign) => {
      const call = says(foreign),
        page = portal();
      for (const asked of [
        page.requestCode(),
        page.renew(),
        page.reset('a', 'b'),
        page.lock(),
        unsubscribe(call, link),
        takeBack(call, link),
        askStatus(call, link),
      ])
        await expect(asked).rejects.toMatchObject({ name: 'CallError', status: 0 });
    },
  );

  it.each(FOREIGN)('registers no tablet and shows no number: %s %s', async (...foreign) => {
    const numbers: string[] = [],
      set = vi.fn();
    const deps = {
      call: says(foreign),
      clock: quickClock(),
      setAuth: set,
      keys: async () => ({ signKey: {}, sealKey: {} }),
      gate: async () =>
        ({ secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'unknown' }) as const,
      userAgent: 'x',
      onNumber: (n: string) => numbers.push(n),
    };
    expect([
      await register('ABCDEFGHJK', deps, new AbortController().signal),
      numbers,
      set.mock.calls,
    ]).toEqual([{ how: 'offline' }, [], []]);
  });

  it("the server's own response counts", async () => {
    const call = answers(() => new Response(null, { status: 204 })),
      page = portal();
    expect(
      await Promise.all([
        closeOffer(call),
        giveBack(call, quickClock()),
        endGuest(call),
        page.requestCode(),
        page.renew(),
        page.reset('a', 'b'),
        page.lock(),
      ]),
    ).toEqual(Array.from({ length: 7 }));
    expect([
      await ringHelp(json({ at: 5 }), null),
      await checkPin(json({ isRight: true }), '471205'),
    ]).toEqual([true, 'right']);
    expect([
      await hasMore(json({ epoch: 'e', cursor: 3, more: false, items: [] }), 3),
      await hasMore(json({ epoch: 'e', cursor: 4, more: false, items: [{}] }), 3),
    ]).toEqual([false, true]);
    expect(
      await pushDirect(json({ epoch: 'e', ackN: 1, safeN: 0, serverTime: 7, results: [] }), op),
    ).toBe('e');
    expect([
      await unsubscribe(json({ result: 'done' }), link),
      (await askStatus(json({ state: 'none', at: null, language: null }), link)).state,
    ]).toEqual(['done', 'none']);
  });
});
