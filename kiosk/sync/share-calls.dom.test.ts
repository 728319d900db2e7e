// Tests of the share page's requests: each one names its share.
import { afterEach, expect, it, vi } from 'vitest';
import { createShareCalls } from './share-calls.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('[R3] every request names its share, so that two tabs keep two sessions', async () => {
  const seen: string[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    seen.push(
      `${init.method} ${path} ${headers.get('molar-share')} ${headers.get('molar-version')}`,
    );
    const isList = path.endsWith('/list');
    return Promise.resolve(
      isList
        ? new Response('{}', { headers: { 'Content-Type': 'application/json' } })
        : new Response(null, { status: 204 }),
    );
  });
  const callsOf = (shareId: string) =>
    createShareCalls({
      newId: () => 'id',
      version: '1',
      shareId,
      r4cUuid: 'r',
      clock: { mono: () => 0 },
    });
  await callsOf('a'.repeat(22)).list();
  await callsOf('b'.repeat(22)).lock();
  expect(seen).toEqual([
    `GET /r4c/r/ssf/list ${'a'.repeat(22)} 1`,
    `POST /r4c/r/papo/lock ${'b'.repeat(22)} 1`,
  ]);
});
