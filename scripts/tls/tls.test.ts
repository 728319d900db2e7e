/** Verifies the certificates of `npm run tls` with openssl and with a real handshake. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressProblem, makeServerCertificate, nameProblem, SERVER_DAYS } from './authority.mjs';
import { keepCertificates } from './files.mjs';
import { nameAdvice } from './find-name.mjs';
import { explainInstallation } from './page.mjs';

const now = new Date();
let folder: string;
let first: Awaited<ReturnType<typeof keepCertificates>>;
const wish = () => ({
  folder,
  name: 'molar.local',
  ips: ['192.168.1.20'],
  url: 'https://molar.local:4000',
  fileUrl: 'http://192.168.1.20:4080/molar-ca.crt',
  now,
});

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'molar-tls-')), 'tls');
  first = await keepCertificates(wish());
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** Returns openssl's verdict on the chain for a name or an address. */
const verify = (args: string[], cert = first.paths.cert): boolean =>
  spawnSync('openssl', [
    'verify',
    '-x509_strict',
    '-CAfile',
    first.paths.authorityCert,
    ...args,
    cert,
  ]).status === 0;

describe('certificates of the practice network', () => {
  test('openssl accepts the chain only for the name and the address', () => {
    expect(verify(['-purpose', 'sslserver', '-verify_hostname', 'molar.local'])).toBe(true);
    expect(verify(['-purpose', 'sslserver', '-verify_ip', '192.168.1.20'])).toBe(true);
    expect(verify(['-verify_hostname', 'bank.example'])).toBe(false);
    expect(verify(['-verify_ip', '192.168.1.21'])).toBe(false);
  });

  test('the authority cannot vouch for another name or a public address', async () => {
    const authority = {
      cert: readFileSync(first.paths.authorityCert, 'utf8'),
      key: readFileSync(first.paths.authorityKey, 'utf8'),
    };
    for (const stolen of [
      { name: 'bank.example', ips: [] },
      { name: 'molar.local', ips: ['8.8.8.8'] },
    ]) {
      const made = await makeServerCertificate({ authority, ...stolen, now });
      const path = join(folder, 'stolen.pem');
      writeFileSync(path, made.cert);
      expect(verify([], path)).toBe(false);
    }
  });

  test('a client with the authority connects over TLS 1.3, one without it does not', async () => {
    const server = createServer(
      { cert: readFileSync(first.paths.cert), key: readFileSync(first.paths.key) },
      (_request, response) => response.end('ok'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const ask = (ca?: Buffer): Promise<string> =>
      new Promise((resolve, reject) => {
        get(
          {
            host: '127.0.0.1',
            port,
            servername: 'molar.local',
            headers: { host: 'molar.local' },
            minVersion: 'TLSv1.3',
            ...(ca && { ca }),
          },
          (answer) => {
            answer.setEncoding('utf8').on('data', resolve);
          },
        ).on('error', reject);
      });
    try {
      await expect(ask(readFileSync(first.paths.authorityCert))).resolves.toBe('ok');
      await expect(ask()).rejects.toThrow(/self-signed|unable to/i);
    } finally {
      server.close();
    }
  });

  test('no server certificate lives longer than browsers accept', async () => {
    const dates = execFileSync('openssl', ['x509', '-in', first.paths.cert, '-noout', '-dates'], {
      encoding: 'utf8',
    });
    const [begin = 0, end = 0] = [...dates.matchAll(/=(.+)/g)].map((match) =>
      Date.parse(match[1] ?? ''),
    );
    expect((end - begin) / 86_400_000).toBeLessThanOrEqual(SERVER_DAYS);
    const authority = {
      cert: readFileSync(first.paths.authorityCert, 'utf8'),
      key: readFileSync(first.paths.authorityKey, 'utf8'),
    };
    await expect(
      makeServerCertificate({ authority, name: 'molar.local', ips: [], days: 398 }),
    ).rejects.toThrow(/397/);
  });

  test('keys are readable by their owner only', () => {
    for (const path of [first.paths.key, first.paths.authorityKey])
      expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('a second run keeps all; near expiry it renews only the server; another name needs a new authority', async () => {
    const again = await keepCertificates(wish());
    expect([again.authority, again.server]).toEqual(['kept', 'kept']);
    const later = await keepCertificates({
      ...wish(),
      now: new Date(first.notAfter.getTime() - 20 * 86_400_000),
    });
    expect([later.authority, later.server, later.fingerprint]).toEqual([
      'kept',
      'new',
      first.fingerprint,
    ]);
    expect(later.notAfter.getTime()).toBeGreaterThan(first.notAfter.getTime());
    const moved = await keepCertificates({ ...wish(), ips: ['192.168.1.30'] });
    expect([moved.authority, moved.server]).toEqual(['kept', 'new']);
    await expect(keepCertificates({ ...wish(), name: 'andere.local' })).rejects.toThrow(
      /--new-authority/,
    );
    const fresh = await keepCertificates({ ...wish(), name: 'andere.local', isNewAuthority: true });
    expect(fresh.fingerprint).not.toBe(first.fingerprint);
  });

  test('the page shows the fingerprint and the addresses in both languages', () => {
    const page = readFileSync(first.paths.page, 'utf8');
    expect(page.match(/https:\/\/molar\.local:4000/g)?.length).toBeGreaterThanOrEqual(4);
    expect(page).toContain('<section lang="de">');
    expect(page).toContain('<section lang="en">');
    expect(page).toContain('<svg');
  });

  test('the page gives the address by number for devices that do not find the name', async () => {
    const page = await explainInstallation({
      url: 'https://molar.local:4000',
      spareUrl: 'https://192.168.1.20:4000',
      fileUrl: 'http://192.168.1.20:4080/molar-ca.crt',
      fingerprint: 'AA',
      authority: 'Molar',
      notAfter: new Date(),
    });
    expect(page.match(/https:\/\/192\.168\.1\.20:4000/g)).toHaveLength(4);
    expect(readFileSync(first.paths.page, 'utf8')).not.toContain('wird sie nicht gefunden');
  });

  test('a name that leads nowhere or elsewhere is reported, with what to do', async () => {
    const ask = (name: string, found: string[] | undefined, url = '') =>
      nameAdvice(name, ['192.168.1.20'], url, () =>
        found ? Promise.resolve(found) : Promise.reject(new Error('ENOTFOUND')),
      );
    expect(await ask('molar.local', ['192.168.1.20'])).toBeUndefined();
    expect(await ask('molar.local', ['127.0.1.1'])).toBeUndefined();
    expect(await ask('molar.local', undefined, 'https://192.168.1.20:4000')).toMatch(
      /^No device .* finds molar\.local yet\. .*avahi-daemon.* can open https:\/\/192\.168\.1\.20:4000/,
    );
    expect(await ask('molar.praxis.lan', ['10.0.0.7'])).toMatch(
      /^molar\.praxis\.lan leads to another computer \(10\.0\.0\.7\)\. Enter the name in the router/,
    );
  });

  test('refuses unusable names and addresses with a reason', () => {
    expect(nameProblem('molar.local')).toBeUndefined();
    for (const bad of ['molar', 'Molar.local', '192.168.1.1', 'a b.local', '-x.local', '<b>.local'])
      expect(nameProblem(bad)).toBeTypeOf('string');
    expect(addressProblem('172.31.0.5')).toBeUndefined();
    for (const bad of ['8.8.8.8', '172.32.0.1', 'molar.local', '999.1.1.1'])
      expect(addressProblem(bad)).toBeTypeOf('string');
  });
});
