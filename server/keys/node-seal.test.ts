// Both makings of the seal are one format: what one closes the other opens, and nothing that was changed.

import { describe, expect, it } from 'vitest';
import { createSealKeys, openSealed, sealTo } from '../../shared/sealing.ts';
import { openerOf, pointOf, sealNow } from './node-seal.ts';

const text = (s: string): Uint8Array => new TextEncoder().encode(s);

describe('the seal by Node\'s own calls', () => {
  it('opens what a tablet sealed, and is opened by a tablet', async () => {
    const keys = await createSealKeys(true), open = openerOf(await crypto.subtle.exportKey('jwk', keys.privateKey));
    for (const plain of [text(''), text('Özlem'), new Uint8Array(70_000).fill(7)]) {
      expect(Buffer.from(open(await sealTo(keys.publicKey, plain, 'a|1'), 'a|1')).equals(Buffer.from(plain))).toBe(true);
      const sealed = sealNow(pointOf(await crypto.subtle.exportKey('jwk', keys.publicKey)), plain, 'a|1');
      expect(Buffer.from(await openSealed(keys.privateKey, sealed, 'a|1')).equals(Buffer.from(plain))).toBe(true);
    }
  });

  it('refuses another name, another key and every changed byte as wrong bytes', async () => {
    const keys = await createSealKeys(true), other = await createSealKeys(true);
    const jwk = await crypto.subtle.exportKey('jwk', keys.privateKey), open = openerOf(jwk);
    const sealed = sealNow(pointOf(jwk), text('Befund'), 'a|1');
    expect(() => open(sealed, 'a|2')).toThrow(RangeError);
    const foreign = openerOf(await crypto.subtle.exportKey('jwk', other.privateKey));
    expect(() => foreign(sealed, 'a|1')).toThrow(RangeError);
    for (let i = 0; i < sealed.length; i++) {
      const changed = Uint8Array.from(sealed);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => open(changed, 'a|1'), `byte ${i}`).toThrow(RangeError);
    }
    expect(() => open(sealed.subarray(0, 93), 'a|1')).toThrow(RangeError);
  });
});
