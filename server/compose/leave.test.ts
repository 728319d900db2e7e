// Tests of the end of a server: it reports that it leaves before it stops to answer.

import { afterEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/in-process.ts';
import { listen } from '../platform/listen.ts';
import { leave } from './leave.ts';

let t: TestApp | undefined;
afterEach(() => t?.drop());

it('a server that stops is not ready at once, answers until its time is over, and then closes', async () => {
  t = await createTestApp('sqlite');
  const { app } = t,
    port = await listen(app.frame.app, { host: '127.0.0.1', port: 0, tls: undefined }),
    address = `http://127.0.0.1:${port.port}`,
    get = async (path: string) => (await fetch(address + path)).status;
  expect(await get('/readyz')).toBe(200);
  const stream = new AbortController(),
    ended: string[] = [];
  void t.deps.bus
    .staff('nord', {
      send: () => true,
      closed: new Promise((resolve) => stream.signal.addEventListener('abort', () => resolve())),
    })
    .then(() => ended.push('stream'));
  t.clock.now += 1000;
  let isOver = false;
  const closed: string[] = [];
  const store = { ...t.deps.store, close: () => Promise.resolve(void closed.push('store')) };
  const leaving = leave(
    {
      app,
      deps: { ...t.deps, store },
      ports: [port],
      tools: [{ close: () => closed.push('tool') }],
    },
    400,
  ).then(() => {
    isOver = true;
  });
  expect(await get('/readyz')).toBe(503);
  expect(await get('/livez')).toBe(200);
  expect(isOver).toBe(false);
  await leaving;
  expect([ended, closed]).toEqual([['stream'], ['tool', 'store']]);
  await expect(fetch(`${address}/livez`)).rejects.toThrow();
});
