/** Tests of signatures as they are encoded: other libraries read them, and encode the same bytes. */
import { describe, expect, it } from 'vitest';
import { createPracticeAuthority } from '../authority.ts';
import { digest, encodeCms, OID, openCms, tokenOf, verifyCms, withToken } from '../cms.ts';
import { certificateNames, der, derOid, derParts, derPositive, derValue, TAG } from './der.ts';
import { buildCms, signCms } from './sign-cms.ts';
import { createLocalTsa, readToken } from '../tsa.ts';

const NOW = Date.UTC(2026, 10, 20);
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);

describe('a signature', () => {
  const content = Buffer.from('what is signed');
  const make = async () => {
    const { seal, authority } = await createPracticeAuthority('Zahnarztpraxis Dr. Müller', NOW);
    return { key: seal.key, chain: [seal.certificate, authority.certificate] };
  };

  it('is intact, and another library encodes the same bytes', async () => {
    const bytes = await buildCms({ ...(await make()), content }),
      { signed, length } = openCms(bytes);
    expect(length).toBe(bytes.length);
    expect(same(encodeCms(signed), bytes)).toBe(true);
    expect((await verifyCms(signed, content)).isIntact).toBe(true);
    expect((await verifyCms(signed, Buffer.from('what is signee'))).isIntact).toBe(false);
    expect(signed.signerInfos[0]?.signedAttrs?.attributes.map(({ type }) => type)).toEqual([
      OID.contentType,
      OID.messageDigest,
      OID.signingCertificateV2,
    ]);
  });

  it('carries a time stamp as the other library would add it', async () => {
    const made = await signCms({ ...(await make()), content }),
      token = await (await createLocalTsa(() => NOW)).stamp(made.signature),
      bytes = made.encoded(token),
      { signed } = openCms(bytes);
    expect(same(tokenOf(signed)!, token)).toBe(true);
    expect(same(withToken(openCms(made.encoded()).signed, token), bytes)).toBe(true);
    expect(same(encodeCms(signed), bytes)).toBe(true);
    expect((await verifyCms(signed, content)).isIntact).toBe(true);
    const stated = new Uint8Array(signed.signerInfos[0]!.signature.valueBlock.valueHexView);
    expect(same(stated, made.signature)).toBe(true);
  });

  it('holds its content where it is embedded', async () => {
    const service = await createLocalTsa(() => NOW),
      token = await service.stamp(content),
      read = await readToken(token, digest(content), [service.root]);
    expect(read).toMatchObject({
      isIntact: true,
      isTrusted: true,
      at: NOW,
    });
    expect(same(encodeCms(openCms(token).signed), token)).toBe(true);
  });

  it('is encoded the same way whatever its numbers', async () => {
    const by = await make();
    for (let n = 0; n < 25; n += 1) {
      const bytes = await buildCms({ ...by, content }),
        { signed } = openCms(bytes);
      if (!same(encodeCms(signed), bytes) || !(await verifyCms(signed, content)).isIntact)
        throw new Error(Buffer.from(bytes).toString('hex'));
    }
  });
});

describe('DER', () => {
  it('is written with the shortest lengths, and read again', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
      const bytes = der(TAG.octets, new Uint8Array(length)),
        read = derValue(Buffer.concat([bytes, Buffer.from('next')]));
      expect([read.tag, read.content.length, read.whole.length]).toEqual([
        TAG.octets,
        length,
        bytes.length,
      ]);
    }
    expect(Buffer.from(derOid('1.2.840.113549.1.7.2')).toString('hex')).toBe(
      '06092a864886f70d010702',
    );
    expect(Buffer.from(derPositive(Uint8Array.of(0, 0, 0x80))).toString('hex')).toBe('02020080');
    expect(Buffer.from(derPositive(new Uint8Array(3))).toString('hex')).toBe('020100');
  });

  it('is refused where it is cut, indefinite, or longer than needed', () => {
    for (const hex of ['', '30', '3002', '300201', '3080', '308100', '30820001aa', '3f8101aa'])
      expect(() => derParts(derValue(Buffer.from(hex, 'hex'))), hex).toThrow(RangeError);
    for (const hex of ['3000', '30020101', '0400'])
      expect(() => certificateNames(Buffer.from(hex, 'hex')), hex).toThrow(RangeError);
  });
});
