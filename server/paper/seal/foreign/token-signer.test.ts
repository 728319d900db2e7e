/** Tests of the quick reader of tokens against the general one. */
import { describe, expect, it } from 'vitest';
import { derValue } from '../sign/der.ts';
import { createLocalTsa } from '../tsa.ts';
import { readTokenSigner } from './token-signer.ts';

const NOW = Date.UTC(2026, 10, 20, 9, 30, 15);

describe('the signer of a token', () => {
  /** The same token, its outermost length written as indefinite: BER, which only the general reader reads. */
  const asBer = (token: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from([0x30, 0x80]), derValue(token).content, Buffer.from([0, 0])]);

  it('is read from strict DER as from other forms', async () => {
    const { stamp, root } = await createLocalTsa(() => NOW),
      token = await stamp(Buffer.from('a signature')),
      quick = readTokenSigner(token)!,
      general = readTokenSigner(asBer(token))!;
    expect(quick.at).toBe(NOW);
    expect(quick.scheme).toBe('ec256/sha256');
    expect(quick.signer.subject).toContain('Zeitstempel (lokal)');
    expect(quick.certificates[1]?.raw.equals(root)).toBe(true);
    expect([general.at, general.scheme]).toEqual([quick.at, quick.scheme]);
    expect(general.signer.raw.equals(quick.signer.raw)).toBe(true);
    expect(general.certificates.map(({ raw }) => raw)).toEqual(
      quick.certificates.map(({ raw }) => raw),
    );
  });

  it('is none in cut or foreign bytes', async () => {
    const token = await (await createLocalTsa(() => NOW)).stamp(Buffer.from('a'));
    for (let length = 0; length < token.length; length += 7)
      expect(readTokenSigner(token.subarray(0, length)), String(length)).toBe(undefined);
    for (const text of ['', 'no token', '\u0030\u0000'])
      expect(readTokenSigner(Buffer.from(text, 'latin1'))).toBe(undefined);
  });
});
