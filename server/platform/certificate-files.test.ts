// Tests of a renewed certificate: new connections get it, a half replaced pair changes nothing.

import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeAuthority, makeServerCertificate } from '../../scripts/tls/authority.mjs';
import { holdCertificates } from '../compose/held-certificates.ts';
import { followCertificate } from './certificate-files.ts';
import { listen, type Listening } from './listen.ts';

type Pair = Awaited<ReturnType<typeof makeServerCertificate>>;
const folder = mkdtempSync(path.join(tmpdir(), 'molar-certificate-')),
  files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') };
let first: Pair, second: Pair, listening: Listening;

beforeAll(async () => {
  const authority = await makeAuthority({ name: 'molar.local' }),
    made = (): Promise<Pair> => makeServerCertificate({ authority, name: 'molar.local', ips: [] });
  [first, second] = [await made(), await made()];
  writeFileSync(files.certFile, first.cert);
  writeFileSync(files.keyFile, first.key);
  listening = await listen(new Hono(), { host: '127.0.0.1', port: 0, tls: files, lookMs: 20 });
});
afterAll(async () => {
  await listening.close();
  rmSync(folder, { recursive: true });
});

/** Returns the serial number of the certificate that a new connection is shown. */
const shown = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: '127.0.0.1',
        port: listening.port,
        servername: 'molar.local',
        rejectUnauthorized: false,
      },
      () => {
        resolve(socket.getPeerX509Certificate()?.serialNumber ?? '');
        socket.destroy();
      },
    ).on('error', reject);
  });
const serialOf = ({ cert }: Pair): string => new X509Certificate(cert).serialNumber;

test('a new connection is shown the renewed certificate, without a restart', async () => {
  expect(await shown()).toBe(serialOf(first));
  writeFileSync(files.certFile, second.cert);
  writeFileSync(files.keyFile, second.key);
  await expect.poll(shown).toBe(serialOf(second));
});
test('the certificate of https is read again at each look, with its end', async () => {
  const held = holdCertificates({ certFile: files.certFile, loaded: [], seen: () => [] });
  writeFileSync(files.certFile, first.cert);
  const before = await held();
  writeFileSync(files.certFile, second.cert);
  const after = await held(),
    ends = [first, second].map(({ cert }) => Date.parse(new X509Certificate(cert).validTo));
  expect([...before, ...after].map((one) => [one.use, one.until])).toEqual([
    ['https', ends[0]],
    ['https', ends[1]],
  ]);
});
test('a certificate whose key is not there yet is not used', () => {
  vi.useFakeTimers();
  const setSecureContext = vi.fn(),
    end = followCertificate({ setSecureContext }, files, 1000);
  try {
    writeFileSync(files.certFile, first.cert);
    vi.advanceTimersByTime(5000);
    expect(setSecureContext).not.toHaveBeenCalled();
    writeFileSync(files.keyFile, first.key);
    vi.advanceTimersByTime(5000);
    expect(setSecureContext).toHaveBeenCalledOnce();
  } finally {
    end();
    vi.useRealTimers();
  }
});
test('a certificate without its key refuses the start', async () => {
  writeFileSync(files.keyFile, second.key);
  await expect(listen(new Hono(), { host: '127.0.0.1', port: 0, tls: files })).rejects.toThrow(
    /key values mismatch/i,
  );
});
