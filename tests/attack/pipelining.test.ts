/**
 * Several requests on one connection: answered in order and each by its own credentials, bounded in
 * number, and no request is hidden in the body or the framing of another one.
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listening } from '../../server/platform/listen.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';

let t: TestApp, p: Practice, server: Listening;
let handled = 0;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  const { app } = t.app.frame;
  const counting = Object.assign(Object.create(app) as typeof app, {
    fetch: (request: Request, env?: Parameters<typeof app.fetch>[1]) => {
      handled += 1;
      return app.fetch(request, env);
    },
  });
  server = await listen(counting, { host: '127.0.0.1', port: 0, tls: undefined });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const HEAD = 'Host: localhost\r\n';
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\n${HEAD}${headers}\r\n`;
const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;

interface Said {
  statuses: number[];
  text: string;
  isEnded: boolean;
}
/** Sends all bytes on one connection; resolves after `count` answers or its end. */
function converse(bytes: string | Buffer, count: number): Promise<Said> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    const statuses = (): number[] =>
      [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((found) => Number(found[1]));
    const done = (isEnded: boolean): void => {
      resolve({ statuses: statuses(), text, isEnded });
      socket.destroy();
    };
    socket.on('data', (data) => {
      text += data.toString('latin1');
      // The body of the last answer is JSON or empty, and arrives with its head or right after it.
      if (statuses().length >= count && /\r\n\r\n(?:[^]*\})?$/.test(text)) done(false);
    });
    socket.on('close', () => done(true));
    socket.on('error', () => undefined);
    socket.write(bytes);
  });
}

describe('requests that follow each other without waiting', () => {
  it('are answered in their order', async () => {
    const paths = ['/livez', '/nothing', '/auth/user', '/livez', '/ui/status', '/nothing'];
    const { statuses } = await converse(paths.map((path) => get(path)).join(''), paths.length);
    expect(statuses).toEqual([200, 404, 401, 200, 200, 404]);
  });

  it('are each judged by their own credentials', async () => {
    const { owner, reception } = p.users;
    const said = await converse(
      get('/auth/user', bearer(owner.token)) +
        get('/auth/user') +
        get('/auth/user', bearer(reception.token)) +
        get('/auth/user', bearer(`${owner.token}x`)),
      4,
    );
    expect(said.statuses).toEqual([200, 401, 200, 401]);
    const order = [...said.text.matchAll(/(owner|reception)@nord\.test/g)].map(([, who]) => who);
    expect([...new Set(order)]).toEqual(['owner', 'reception']);
  });

  it('are bounded: a connection that asks on without reading answers is ended', async () => {
    handled = 0;
    const { statuses, isEnded } = await converse(get('/auth/user').repeat(2000), 2000);
    expect(isEnded).toBe(true);
    expect(statuses.length).toBeLessThanOrEqual(16);
    expect(handled).toBeLessThanOrEqual(16);
    // Requests one after the other are no queue: the same connection serves as many as it likes.
    const socket = connect(server.port, '127.0.0.1');
    for (let at = 0; at < 40; at += 1) {
      socket.write(get('/livez'));
      const data = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
      expect(data.toString('latin1')).toMatch(/^HTTP\/1\.1 200/);
    }
    socket.destroy();
  });
});

const SMUGGLED = get('/nothing/smuggled');
const post = (headers: string, body: string): string =>
  `POST /auth/login HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\n${headers}\r\n${body}`;

describe('a request in the framing of another one', () => {
  it.each([
    ['length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['chunks and length', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', '0\r\n\r\n'],
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 40\r\n', ''],
    ['a list of lengths', 'Content-Length: 0, 40\r\n', ''],
    ['a signed length', 'Content-Length: +0\r\n', ''],
    ['a negative length', 'Content-Length: -1\r\n', ''],
    ['a hexadecimal length', 'Content-Length: 0x0\r\n', ''],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
    ['a coding after chunks', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
    ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n', '0\r\n\r\n'],
    ['a size beyond all numbers', 'Transfer-Encoding: chunked\r\n', 'FFFFFFFFFFFFFFFFF\r\n'],
    ['a size with a sign', 'Transfer-Encoding: chunked\r\n', '-1\r\n'],
    ['a line feed alone after a size', 'Transfer-Encoding: chunked\r\n', '2\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than its size', 'Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n'],
    ['a line feed in a header', 'X-A: b\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['a return alone in a header', 'X-A: b\rContent-Length: 40\r\n', ''],
  ])('%s: refused, and nothing behind it is read', async (_name, headers, body) => {
    const { statuses, isEnded, text } = await converse(post(headers, body) + SMUGGLED, 3);
    // A head that was whole is answered (403, no token) before its body turns out to be torn.
    expect([statuses.at(-1), isEnded], text.slice(0, 300)).toEqual([400, true]);
    expect(statuses.filter((one) => one !== 400 && one !== 403)).toEqual([]);
  });

  it('what follows the length of a body is a request of its own, without its credentials', async () => {
    const { statuses } = await converse(
      `POST ${p.base}/patient/patients HTTP/1.1\r\n${HEAD}${bearer(p.users.owner.token)}` +
        `Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}` +
        get('/auth/user'),
      2,
    );
    // The first has no token against forged requests.
    expect(statuses).toEqual([403, 401]);
  });

  it('a body that is refused unread ends its connection, so that it is never read as a request', async () => {
    const { statuses, isEnded } = await converse(
      post('Content-Length: 1048576\r\n', SMUGGLED.repeat(100)),
      2,
    );
    expect([statuses.length, isEnded]).toEqual([1, true]);
  });
});
