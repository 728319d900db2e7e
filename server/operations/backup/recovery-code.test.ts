/**
 * Tests of the printed key: it is restored exactly, and every typing error is reported by its
 * group.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeKey, encodeKey } from '../../../shared/operations/recovery-code.ts';
import { fingerprintOf, pemOfSecret, secretOfPem, sheetKey } from './sheet-keys.ts';

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('a key on paper', () => {
  it('is restored from 13 groups in any notation', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.constantFrom('recovery' as const, 'escrow' as const),
        (secret, kind) => {
          const groups = encodeKey(kind, secret);
          expect(groups.every((g) => g.length === 5)).toBe(true);
          for (const typed of [
            groups.join(' '),
            groups.join(''),
            groups.join('-').toLowerCase(),
            groups.join('\n').replaceAll('0', 'o').replaceAll('1', 'l'),
          ]) {
            expect(decodeKey(kind, typed).secret).toEqual(secret);
          }
        },
      ),
    );
  });

  it('reports the group of one wrong sign, for any sign and position', () => {
    const groups = encodeKey('recovery', sheetKey().secret);
    for (let at = 0; at < 13; at++)
      for (let place = 0; place < 5; place++)
        for (const sign of SIGNS) {
          const group = groups[at]!;
          if (group[place] === sign) continue;
          const wrong = groups.map((g, i) =>
            i === at ? g.slice(0, place) + sign + g.slice(place + 1) : g,
          );
          expect(decodeKey('recovery', wrong.join(' '))).toEqual({
            fault: 'groups',
            groups: [at + 1],
          });
        }
  });

  it('refuses signs or groups in another order', () => {
    fc.assert(
      fc.property(secrets, fc.nat(12), fc.nat(12), fc.nat(3), (secret, a, b, place) => {
        const groups = encodeKey('recovery', secret),
          g = groups[a]!;
        const swapped = g.slice(0, place) + g[place + 1] + g[place] + g.slice(place + 2);
        if (swapped !== g)
          expect(decodeKey('recovery', groups.with(a, swapped).join(' '))).toEqual({
            fault: 'groups',
            groups: [a + 1],
          });
        if (a !== b && groups[a] !== groups[b])
          expect(
            decodeKey('recovery', groups.with(a, groups[b]!).with(b, groups[a]!).join(' ')).secret,
          ).toBeUndefined();
      }),
    );
  });

  it('reports a missing group, or the other key of the sheet', () => {
    const { secret } = sheetKey();
    expect(decodeKey('recovery', encodeKey('recovery', secret).slice(1).join(' '))).toEqual({
      fault: 'length',
      groups: [],
    });
    expect(decodeKey('recovery', encodeKey('escrow', secret).join(' '))).toEqual({
      fault: 'other_key',
      groups: [],
    });
    expect(decodeKey('recovery', '')).toEqual({ fault: 'length', groups: [] });
  });

  it('restores the same key pair, also with leading zeros, and as PEM', () => {
    for (const secret of [
      sheetKey().secret,
      Buffer.concat([Buffer.alloc(3), Buffer.alloc(29, 7)]),
    ]) {
      const key = sheetKey(secret);
      expect(key.secret.equals(secret)).toBe(true);
      expect(secretOfPem(pemOfSecret(secret)).equals(secret)).toBe(true);
      expect(fingerprintOf(key.publicJwk)).toMatch(/^[0-9A-F]{4} [0-9A-F]{4}$/);
    }
  });
});
