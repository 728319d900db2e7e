// Tests of the operator's file of trusted time-stamp roots: read completely, or rejected with a
// message.
import { describe, expect, it } from 'vitest';
import { certificatePem, createAuthority, createPracticeAuthority } from './authority.ts';
import { readRoots } from './trusted-roots.ts';

describe('readRoots', () => {
  it('reads one root or several, in PEM or DER, and refuses any other input', async () => {
    const at = Date.UTC(2026, 0, 1);
    const [one, two] = [
      await createAuthority({ organisation: 'A', commonName: 'A' }, at),
      await createAuthority({ organisation: 'B', commonName: 'B' }, at),
    ];
    const pem = Buffer.from(
      `Root A\n${certificatePem(one.certificate)}\n${certificatePem(two.certificate)}\n`,
    );
    expect(readRoots(pem).map((root) => Buffer.from(root).toString('hex'))).toEqual(
      [one, two].map((root) => Buffer.from(root.certificate).toString('hex')),
    );
    expect(readRoots(one.certificate)).toHaveLength(1);
    const leaf = (await createPracticeAuthority('P', at)).seal.certificate;
    expect(() => readRoots(leaf)).toThrow(/keine Zertifizierungsstelle/);
    expect(() => readRoots(new Uint8Array())).toThrow(/leer/);
    expect(() => readRoots(Buffer.from('hello'))).toThrow(/1. Zertifikat ist nicht lesbar/);
  });
});
