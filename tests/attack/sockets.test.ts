/** Raw socket requests against a listening server (B06, B10–B12, slow and torn requests). */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listening } from '../../server/platform/listen.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { SimTablet } from '../support/sim-tablet.ts';

let t: TestApp, p: Practice, server: Listening;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  server = await listen(t.app.frame.app, { host: '127.0.0.1', port: 0, tls: undefined });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

/**
 * Sends raw bytes; returns everything received until one response was complete, `until` was found,
 * the server closed or `waitMs` were over.
 */
function send(
  text: string | Buffer,
  { waitMs = 20_000, until }: { waitMs?: number; until?: RegExp } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    let got = '';
    const end = (): void => {
      socket.destroy();
      resolve(got);
    };
    const timer = setTimeout(end, waitMs);
    socket.on('data', (data) => {
      got += data.toString('latin1');
      // One complete response is enough.
      const length = /content-length: (\d+)/i.exec(got)?.[1],
        body = got.indexOf('\r\n\r\n');
      if (
        until?.test(got) === true ||
        (length !== undefined && body >= 0 && got.length >= body + 4 + Number(length))
      ) {
        clearTimeout(timer);
        end();
      }
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(got);
    });
    socket.on('error', () => undefined);
    socket.write(text);
  });
}
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
const HEAD = 'Host: localhost\r\n';
const isAlive = async (): Promise<boolean> =>
  statusOf(await send(`GET /livez HTTP/1.1\r\n${HEAD}\r\n`)) === 200;

describe('raw requests', () => {
  it.each([
    ['[sec B10] TRACE', `TRACE /livez HTTP/1.1\r\n${HEAD}\r\n`, [405]],
    ['[sec B10] unknown method', `BREW /livez HTTP/1.1\r\n${HEAD}\r\n`, [400, 405]],
    ['[sec B10] lower-case method', `get /livez HTTP/1.1\r\n${HEAD}\r\n`, [400, 405]],
    [
      '[sec B10] GET with a body',
      `GET /livez HTTP/1.1\r\n${HEAD}Content-Length: 2\r\n\r\n{}`,
      [400, 405],
    ],
    [
      '[sec B10] GET with a chunked body',
      `GET /livez HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      [400, 405],
    ],
    ['[sec B10] CONNECT', `CONNECT localhost:1 HTTP/1.1\r\n${HEAD}\r\n`, [0, 400, 405]],
    [
      '[sec B11] 20 kB header',
      `GET /livez HTTP/1.1\r\n${HEAD}X-Long: ${'a'.repeat(20_480)}\r\n\r\n`,
      [431],
    ],
    [
      '[sec B11] 20 kB address',
      `GET /livez?${'a'.repeat(20_480)} HTTP/1.1\r\n${HEAD}\r\n`,
      [400, 414, 431],
    ],
    ['[sec B12] broken escape', `GET /auth/%ff%fe HTTP/1.1\r\n${HEAD}\r\n`, [400, 404]],
    ['[sec B12] hidden slash', `GET /auth/..%2flivez HTTP/1.1\r\n${HEAD}\r\n`, [404]],
    ['[sec B12] dots', `GET /auth/../../../../etc/passwd HTTP/1.1\r\n${HEAD}\r\n`, [400, 404]],
    ['[sec B12] double slash', `GET //livez HTTP/1.1\r\n${HEAD}\r\n`, [400, 404]],
    ['[sec B12] parameter', `GET /livez;x=y HTTP/1.1\r\n${HEAD}\r\n`, [404]],
    [
      '[sec B12] absolute address of another host',
      `GET http://evil.example/auth/user HTTP/1.1\r\n${HEAD}\r\n`,
      [400, 401, 404],
    ],
    [
      '[sec B12] raw bytes',
      Buffer.from([
        ...Buffer.from('GET /auth/'),
        0xff,
        0xfe,
        ...Buffer.from(` HTTP/1.1\r\n${HEAD}\r\n`),
      ]),
      [400, 404],
    ],
    [
      'length and chunks at once',
      `POST /auth/login HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /livez HTTP/1.1\r\n${HEAD}\r\n`,
      [400],
    ],
    [
      'two lengths',
      `POST /auth/login HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      [400],
    ],
    [
      'unknown transfer',
      `POST /auth/login HTTP/1.1\r\n${HEAD}Transfer-Encoding: gzip\r\n\r\n{}`,
      [400, 501],
    ],
    ['no host', 'GET /livez HTTP/1.1\r\n\r\n', [400]],
    ['two hosts', `GET /livez HTTP/1.1\r\n${HEAD}Host: evil.example\r\n\r\n`, [400]],
    ['bare line feeds', 'GET /livez HTTP/1.1\nHost: localhost\n\n', [400]],
    ['NUL in a header', `GET /livez HTTP/1.1\r\n${HEAD}X: a\0b\r\n\r\n`, [400]],
    ['folded header', `GET /livez HTTP/1.1\r\n${HEAD}X: a\r\n b\r\n\r\n`, [200, 400]],
    [
      '[sec B19] two authorizations',
      `GET /auth/user HTTP/1.1\r\n${HEAD}Authorization: Bearer TOKEN\r\nAuthorization: Bearer TOKEN\r\n\r\n`,
      [401],
    ],
    [
      '[sec B20] token with a space at its end',
      `GET /auth/user HTTP/1.1\r\n${HEAD}Authorization: Bearer TOKEN x\r\n\r\n`,
      [401],
    ],
    ['nonsense', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [0, 400]],
  ] as [string, string | Buffer, number[]][])('%s', async (_name, text, wanted) => {
    const sent = typeof text === 'string' ? text.replaceAll('TOKEN', p.users.owner.token) : text;
    const answer = await send(sent);
    expect(wanted, answer.slice(0, 300)).toContain(statusOf(answer));
    expect(answer).not.toMatch(/root:|at .+:\d+:\d+/);
    expect(await isAlive()).toBe(true);
  });

  it('[sec B06] a chunked body is stopped at the limit and its connection closed', async () => {
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    const answer = await send(
      `POST /auth/login HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nCookie: XSRF-TOKEN=abc\r\nX-XSRF-TOKEN: abc\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}`,
    );
    expect(statusOf(answer)).toBe(413);
    expect(answer).toMatch(/connection: close/i);
    expect(await isAlive()).toBe(true);
  });

  it('[sec B05] refuses an announced megabyte before it is sent', async () => {
    const answer = await send(
      `POST /auth/login HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nCookie: XSRF-TOKEN=abc\r\nX-XSRF-TOKEN: abc\r\nContent-Length: 1048576\r\n\r\n{`,
    );
    expect([statusOf(answer), /connection: close/i.test(answer)]).toEqual([413, true]);
  });

  it('a connection torn in the middle of a body leaves the server unchanged', async () => {
    for (let i = 0; i < 20; i++) {
      await send(
        `POST /auth/login HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nCookie: XSRF-TOKEN=abc\r\nX-XSRF-TOKEN: abc\r\nContent-Length: 500\r\n\r\n{"credentials"`,
        { waitMs: 20 },
      );
    }
    expect(await isAlive()).toBe(true);
  });

  it('a body that stalls is cut; one that makes progress may take longer than the limit', async () => {
    const stallMs = 250,
      strict = await listen(t.app.frame.app, {
        host: '127.0.0.1',
        port: 0,
        tls: undefined,
        stallMs,
      });
    const body = JSON.stringify({
        credentials: { email: 'a@b.example', password: 'wrong password' },
        longLogin: false,
      }),
      head = `POST /auth/login HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nCookie: XSRF-TOKEN=abc\r\nX-XSRF-TOKEN: abc\r\nContent-Length: ${body.length}\r\n\r\n`;
    /** Sends the body in parts, one per interval; returns the time taken and what was received. */
    const trickle = (parts: readonly string[]): Promise<{ ms: number; got: string }> =>
      new Promise((resolve) => {
        const began = performance.now(),
          socket = connect(strict.port, '127.0.0.1'),
          rest = [...parts];
        let got = '';
        const end = (): void => {
          clearInterval(pace);
          socket.destroy();
          resolve({ ms: performance.now() - began, got });
        };
        const pace = setInterval(() => {
          const part = rest.shift();
          if (part !== undefined) socket.write(part);
        }, stallMs / 5);
        socket.on('data', (data) => {
          got += data.toString('latin1');
          end();
        });
        socket.on('close', end);
        socket.on('error', () => undefined);
        socket.write(head);
      });
    try {
      const stalled = await trickle([body.slice(0, 5)]);
      expect(stalled.got).toBe('');
      const size = Math.ceil(body.length / 12),
        slow = await trickle(body.match(new RegExp(`.{1,${size}}`, 'g')) ?? []);
      expect(slow.ms).toBeGreaterThan(stallMs * 2);
      expect(statusOf(slow.got)).toBe(401);
    } finally {
      await strict.close();
    }
  });

  it('a live channel ends with its client and leaves no listener', async () => {
    const before = t.deps.bus.size;
    const answer = await send(
      `GET ${p.base}/tablet/live HTTP/1.1\r\n${HEAD}Authorization: Bearer ${p.users.staff.token}\r\n\r\n`,
      { until: /event: changed/ },
    );
    expect(answer).toMatch(/text\/event-stream[\s\S]*event: changed/i);
    await expect.poll(() => t.deps.bus.size).toBe(before);
  });

  it("[sync L6] a tablet's channel begins with a fresh point from which its rows are sealed", async () => {
    const tablet = await SimTablet.register(p),
      before = t.deps.bus.size;
    const points = [];
    for (let i = 0; i < 2; i++) {
      const answer = await send(
        `GET ${p.base}/tablet/sync/v1/live HTTP/1.1\r\n${HEAD}Authorization: Bearer ${tablet.token}\r\n\r\n`,
        { until: /event: poke/ },
      );
      points.push(/event: seal\s+data: "([^"]+)"[\s\S]*event: poke/.exec(answer)?.[1] ?? '');
      await expect.poll(() => t.deps.bus.size).toBe(before);
    }
    expect(new Set(points).size).toBe(2);
    for (const point of points)
      expect([Buffer.from(point, 'base64').length, Buffer.from(point, 'base64')[0]]).toEqual([
        65, 4,
      ]);
  });

  it('[sec G5] an error of a torn request logs nothing but its code', () => {
    expect(t.lines.join('')).not.toContain(p.users.owner.token);
  });
});
