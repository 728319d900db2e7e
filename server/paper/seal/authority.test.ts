// Tests of what is read from certificates: the same by both parsers, and once for the same bytes.
import { describe, expect, it } from 'vitest';
import { certificateFacts, createPracticeAuthority, isIssuedBy, validityOf } from './authority.ts';

describe('facts of certificates', () => {
  it('have the same validity by either parser, also after 2050', async () => {
    for (const at of [Date.UTC(2026, 0, 1), Date.UTC(2049, 11, 31, 23, 59, 59)]) {
      const { authority, seal } = await createPracticeAuthority('Praxis', at);
      for (const { certificate } of [authority, seal]) {
        const { notBefore, notAfter } = certificateFacts(certificate);
        expect(validityOf(certificate)).toEqual({ notBefore, notAfter });
        expect([notBefore < at, notAfter > at]).toEqual([true, true]);
      }
    }
    expect(() => validityOf(Buffer.from('no certificate'))).toThrow();
  });

  it('are read once for the same bytes in another buffer', async () => {
    const { authority, seal } = await createPracticeAuthority('Praxis', Date.UTC(2026, 0, 1)),
      again = Buffer.from(seal.certificate);
    expect(certificateFacts(again)).toBe(certificateFacts(seal.certificate));
    expect(validityOf(again)).toBe(validityOf(seal.certificate));
    expect(validityOf(authority.certificate)).not.toBe(validityOf(again));
  });

  it('name the issuer whatever pair was asked before', async () => {
    const at = Date.UTC(2026, 0, 1),
      [one, two] = [await createPracticeAuthority('A', at), await createPracticeAuthority('A', at)],
      issued = [one, two].flatMap(({ seal }) =>
        [one, two].map(({ authority }) => isIssuedBy(seal.certificate, authority.certificate)),
      );
    expect(issued).toEqual([true, false, false, true]);
    expect(isIssuedBy(one.authority.certificate, one.seal.certificate)).toBe(false);
    expect(isIssuedBy(Buffer.from('x'), one.authority.certificate)).toBe(false);
  });
});
