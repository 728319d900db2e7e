// A server's own https behind a relay: TLS ends in the server, limits see the phone's address, and
// no header of the phone changes it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerIn, type NodeEnv } from '../../server/platform/http/caller-in.ts';
import { listen, type Listening } from '../../server/platform/listen.ts';
import type { Identity } from '../../server/platform/tunnel/identity.ts';
import {
  helloOf,
  newIdentity,
  testRelay,
  type TestBox,
  type TestRelay,
} from '../../server/relay/testing.ts';
import { call, certificateFor, type Call } from './phone.ts';

const NAME = 'praxis.example',
  entrance = { publicUrl: `https://${NAME}` };
const folder = mkdtempSync(path.join(tmpdir(), 'molar-relay-https-')),
  files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') };
let made: { ca: string; cert: string; key: string },
  own: Identity,
  t: TestRelay,
  link: TestBox,
  server: Listening;

const app = new Hono<NodeEnv>();
app.onError((_, c) => c.body(null, 500));
app.get('/caller', (c) => c.json(callerIn(c, entrance)));
app.post('/echo', async (c) => c.body(await c.req.text()));
app.get('/slow', async (c) => {
  started();
  await new Promise<void>((go) => (release = go));
  return c.text('zu Ende');
});
let started = (): void => undefined,
  release = (): void => undefined;

beforeAll(async () => {
  made = await certificateFor(NAME);
  writeFileSync(files.certFile, made.cert);
  writeFileSync(files.keyFile, made.key);
  own = await newIdentity();
  t = await testRelay([{ name: NAME, current: own.pin }]);
  server = await listen(app, { host: '127.0.0.1', port: 0, tls: files, lookMs: 20 });
  link = await t.box(NAME, own, server.accept!);
});
afterAll(async () => {
  await t.drop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
const ask = (asked: Partial<Call> & { path: string }) =>
  call({ port: t.relay.ports.phones, name: NAME, ca: made.ca, ...asked });

describe('https through a relay', () => {
  it('ends in the server, with its certificate, over TLS 1.2 and 1.3', async () => {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const agent = new Agent({ maxVersion });
      expect((await ask({ path: '/caller', agent })).status).toBe(200);
      agent.destroy();
    }
    await expect(ask({ path: '/caller', ca: (await certificateFor(NAME)).ca })).rejects.toThrow();
  });

  it('carries a body of some megabytes there and back unchanged', async () => {
    const body = randomBytes(3_000_000).toString('base64');
    const { status, body: got } = await ask({ path: '/echo', method: 'POST', body });
    expect([status, got === body]).toEqual([200, true]);
  });

  it("keeps the phone's address, whatever headers it sends", async () => {
    const { body } = await ask({
      path: '/caller',
      from: '127.0.0.44',
      headers: { 'x-forwarded-for': '10.9.9.9', 'molar-client-address': '10.8.8.8' },
    });
    expect(JSON.parse(body)).toEqual({
      ip: '127.0.0.44',
      isHttps: true,
      isSecure: true,
      host: NAME,
      origin: `https://${NAME}`,
    });
  });

  it('answers many calls of one connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let at = 0; at < 30; at++)
      expect((await ask({ path: '/echo', method: 'POST', body: `${at}`, agent })).body).toBe(
        `${at}`,
      );
    await expect.poll(() => t.relay.counts().streams).toBe(1);
    agent.destroy();
    await expect.poll(() => t.relay.counts().streams).toBe(0);
  });

  it('ends a phone that asks for another protocol or none', async () => {
    const { counters } = t.relay;
    const phone = t.phone();
    phone.write('GET / HTTP/1.1\r\n\r\n');
    await new Promise((end) => phone.once('close', end));
    expect(counters.value('hello_wrong')).toBe(1);
    const old = connect({
      host: '127.0.0.1',
      port: t.relay.ports.phones,
      servername: NAME,
      ca: made.ca,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const error = await new Promise<NodeJS.ErrnoException>((fail) => old.once('error', fail));
    expect(error.code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    await expect.poll(() => t.relay.counts().streams).toBe(0);
  });

  it('outlives phones that vanish at any moment', async () => {
    const hello = await helloOf({ servername: NAME }),
      request = `POST /echo HTTP/1.1\r\nHost: ${NAME}\r\nContent-Length: 90000\r\n\r\n`;
    for (let at = 0; at < 90; at++) {
      const line = t.phone({ localAddress: `127.0.2.${1 + at}` });
      if (at % 3 === 0) line.write(hello, () => line.resetAndDestroy());
      else if (at % 3 === 1) line.write(hello, () => setTimeout(() => line.resetAndDestroy(), at));
      else {
        const phone = connect({ socket: line, servername: NAME, ca: made.ca }, () => {
          phone.write(request + 'x'.repeat(at * 900));
          setTimeout(() => line.resetAndDestroy(), at % 9);
        });
        phone.on('error', () => undefined);
      }
      // A relay takes 50 new phones of a box in a second.
      await new Promise((next) => setTimeout(next, 22));
    }
    await expect.poll(() => t.relay.counts().streams).toBe(0);
    expect((await ask({ path: '/caller' })).status).toBe(200);
    expect(t.relay.counters.value('too_fast')).toBe(0);
  });

  it('serves a renewed certificate without a new link', async () => {
    made = await certificateFor(NAME);
    writeFileSync(files.certFile, made.cert);
    writeFileSync(files.keyFile, made.key);
    await expect
      .poll(() =>
        ask({ path: '/caller' }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });

  it('lets a running call end when the link ends, and takes no new one', async () => {
    const isThere = new Promise<void>((there) => (started = there)),
      answer = ask({ path: '/slow' });
    await isThere;
    const closed = link.close();
    await expect.poll(() => t.relay.counts().boxes).toBe(0);
    await expect(ask({ path: '/caller' })).rejects.toThrow('ECONNRESET');
    release();
    expect((await answer).body).toBe('zu Ende');
    await closed;
  });
});
