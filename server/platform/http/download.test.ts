// Tests of fetching public data: what is refused, and that nothing larger than allowed is read.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { download } from './egress.ts';

let server: Server, at: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { Location: '/list' }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(5000));
    else if (request.method === 'POST') request.pipe(response);
    else response.end('list');
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  at = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const ours = { privateHosts: ['localhost'] };

it('reads an answer, and sends a body', async () => {
  expect(Buffer.from(await download({ url: `${at}/list`, mostBytes: 100 }, ours)).toString()).toBe(
    'list',
  );
  const body = { type: 'application/ocsp-request', bytes: new Uint8Array([1, 2, 3]) };
  expect(await download({ url: at, body, mostBytes: 100 }, ours)).toEqual(
    new Uint8Array([1, 2, 3]),
  );
});

it.each(['file:///etc/passwd', 'ftp://example.org/list', 'http://u:p@localhost/'])(
  'refuses %s',
  async (url) => {
    await expect(download({ url, mostBytes: 100 }, ours)).rejects.toThrow('not allowed');
  },
);

it('refuses a private host that the operator did not name', async () => {
  await expect(download({ url: `${at}/list`, mostBytes: 100 })).rejects.toThrow('private');
  await expect(download({ url: 'http://169.254.169.254/', mostBytes: 100 })).rejects.toThrow(
    'private',
  );
});

it('follows no redirect and stops at the limit', async () => {
  await expect(download({ url: `${at}/away`, mostBytes: 100 }, ours)).rejects.toThrow('HTTP 302');
  await expect(download({ url: `${at}/large`, mostBytes: 100 }, ours)).rejects.toThrow('too large');
});
