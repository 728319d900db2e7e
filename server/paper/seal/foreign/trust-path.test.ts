// Tests of the search for a trusted issuer: certificates that signed each other cannot extend it
// without bound.
import 'reflect-metadata';
import { X509Certificate, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { expect, it, vi } from 'vitest';
import { trustPath } from './trust-path.ts';

const AT = Date.UTC(2026, 10, 20),
  ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Certificates of one name and one key: each issued each. */
async function sameNamed(count: number): Promise<X509Certificate[]> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const made = [];
  for (let n = 1; n <= count; n += 1) {
    const one = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: n.toString(16).padStart(4, '0'),
      name: 'CN=Kreis',
      notBefore: new Date(AT - 1000),
      notAfter: new Date(AT + 1000),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
    });
    made.push(new X509Certificate(Buffer.from(one.rawData)));
  }
  return made;
}

it('a circle of issuers is left after a limited number of verified signatures', async () => {
  const [leaf, ...others] = await sameNamed(9),
    verified = vi.spyOn(X509Certificate.prototype, 'verify');
  const { anchor, path } = trustPath(leaf!, others, [], AT, 'signature');
  expect([anchor, path.length > 2]).toEqual([undefined, true]);
  expect(verified.mock.calls.length).toBeLessThanOrEqual(200);
  verified.mockRestore();
});
