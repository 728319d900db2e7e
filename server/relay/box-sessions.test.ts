// Tests of which connection of a box takes a phone.
import type { ClientHttp2Session } from 'node:http2';
import { expect, it } from 'vitest';
import { createSessions } from './box-sessions.ts';
import { silent } from './testing.ts';

/** A connection in a state; a request on it throws as that of Node does. */
const session = (state: { closed: boolean; destroyed: boolean }): ClientHttp2Session =>
  ({
    ...state,
    goaway: () => undefined,
    close: () => undefined,
    destroy: () => undefined,
    request: () => {
      throw new Error('ERR_HTTP2_INVALID_SESSION');
    },
  }) as unknown as ClientHttp2Session;

it.each([
  { closed: true, destroyed: false },
  { closed: false, destroyed: true },
])('a connection that ended but did not report it takes no phone: %o', (state) => {
  const sessions = createSessions(silent, () => 0);
  sessions.adopt('praxis.example', { http: session(state), pin: 'a', isDraining: false });
  expect(sessions.open('praxis.example', '203.0.113.9', '203.0.113.9')).toBe('offline');
  expect(sessions.counts()).toEqual({ boxes: 0, sessions: 1, streams: 0 });
});
