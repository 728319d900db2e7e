// Signatures that OpenSSL made, of the kinds that other programs use: each is judged right, and
// broken after a flipped byte.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedByOther } from '../../server/paper/seal/foreign/foreign.fixture.ts';
import { foreignTrustOf } from '../../server/paper/seal/foreign/trust-list.ts';
import { verifyPdf } from '../../server/paper/seal/verify-pdf.ts';
import { run } from './programs.ts';

let folder = '';
const at = (name: string): string => path.join(folder, name);
async function openssl(...args: string[]): Promise<void> {
  const { code, text } = await run('openssl', args);
  if (code !== 0) throw new Error(text);
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-foreign-'));
  writeFileSync(
    at('leaf.cnf'),
    'keyUsage=critical,digitalSignature,nonRepudiation\nextendedKeyUsage=emailProtection\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEYS = {
  rsa: ['rsa:2048'],
  brainpool: ['ec', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  p384: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
} as const;
const CASES: [keyof typeof KEYS, string, string[]][] = [
  ['rsa', 'ETSI.CAdES.detached', ['-cades', '-md', 'sha256']],
  ['rsa', 'adbe.pkcs7.detached', ['-md', 'sha512']],
  ['rsa', 'ETSI.CAdES.detached', ['-cades', '-md', 'sha384', '-keyopt', 'rsa_padding_mode:pss']],
  ['rsa', 'adbe.pkcs7.detached', ['-keyid', '-md', 'sha256']],
  ['rsa', 'adbe.pkcs7.detached', ['-noattr', '-md', 'sha256']],
  ['brainpool', 'ETSI.CAdES.detached', ['-cades', '-md', 'sha256']],
  ['p384', 'ETSI.CAdES.detached', ['-cades', '-md', 'sha384']],
];

it.each(CASES)('OpenSSL signs with %s as %s %j', async (key, subFilter, options) => {
  const subject = '/C=DE/O=Labor Müller/CN=Dr. Änne Groß';
  const made = ['-newkey', ...KEYS[key], '-nodes', '-utf8'];
  await openssl(
    'req',
    '-x509',
    ...made,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '30',
    '-subj',
    '/C=DE/O=Trust/CN=Trust CA',
  );
  await openssl(
    'req',
    ...made,
    '-keyout',
    at('leaf.key'),
    '-out',
    at('leaf.csr'),
    '-subj',
    subject,
  );
  await openssl(
    'x509',
    '-req',
    '-in',
    at('leaf.csr'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-out',
    at('leaf.pem'),
    '-days',
    '20',
    '-extfile',
    at('leaf.cnf'),
  );
  const { bytes } = await signedByOther(async (covered) => {
    writeFileSync(at('content'), covered);
    await openssl(
      'cms',
      '-sign',
      '-binary',
      '-in',
      at('content'),
      '-signer',
      at('leaf.pem'),
      '-inkey',
      at('leaf.key'),
      '-outform',
      'DER',
      '-out',
      at('cms.der'),
      ...options,
    );
    return readFileSync(at('cms.der'));
  }, subFilter);
  const root = new Uint8Array(new X509Certificate(readFileSync(at('ca.pem'))).raw);
  const trust = {
    authorities: [],
    tsaRoots: [],
    anchors: foreignTrustOf([root], []).anchors,
  };
  const read = async (file: Uint8Array) => {
    const found = await verifyPdf(file, trust);
    if (!found.isReadable) throw new Error(found.reason);
    return found.foreign[0];
  };
  expect(await read(bytes)).toMatchObject({
    state: 'intact',
    after: 'nothing',
    isWeak: false,
    signer: { name: 'Dr. Änne Groß', organisation: 'Labor Müller', validity: 'valid' },
    trust: { by: 'root' },
  });
  const flipped = Uint8Array.from(bytes);
  const place = Buffer.from(bytes).indexOf('Brief');
  flipped[place] = (flipped[place] ?? 0) ^ 1;
  expect((await read(flipped))?.state).toBe('broken');
});
