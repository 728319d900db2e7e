// Tests that both implementations of the seal share one format: each opens the other's output, and
// rejects any change.

import { describe, expect, it } from 'vitest';
import { openSealed } from '../../../shared/exchange/opening.ts';
import { createSealKeys, sealTo } from '../../../shared/exchange/sealing.ts';
import { openerOf, pointOf, sealerFor, sealNow } from './node-seal.ts';

const text = (s: string): Uint8Array => new TextEncoder().encode(s);

describe("the seal by Node's crypto", () => {
  it("opens a tablet's seal, and is opened by a tablet", async () => {
    const keys = await createSealKeys(true),
      open = openerOf(await crypto.subtle.exportKey('jwk', keys.privateKey));
    for (const plain of [text(''), text('Özlem'), new Uint8Array(70_000).fill(7)]) {
      expect(
        Buffer.from(open(await sealTo(keys.publicKey, plain, 'a|1'), 'a|1')).equals(
          Buffer.from(plain),
        ),
      ).toBe(true);
      const sealed = sealNow(
        pointOf(await crypto.subtle.exportKey('jwk', keys.publicKey)),
        plain,
        'a|1',
      );
      expect(
        Buffer.from(await openSealed(keys.privateKey, sealed, 'a|1')).equals(Buffer.from(plain)),
      ).toBe(true);
    }
  });

  it('seals several under one key, each with a separate IV', async () => {
    const keys = await createSealKeys(true),
      sealer = sealerFor(pointOf(await crypto.subtle.exportKey('jwk', keys.publicKey)));
    const sealed = [1, 2, 3].map((n) => sealer.seal(text('Befund'), `a|${n}`));
    for (const [i, one] of sealed.entries())
      expect(Buffer.from(await openSealed(keys.privateKey, one, `a|${i + 1}`)).toString()).toBe(
        'Befund',
      );
    expect(new Set(sealed.map((one) => Buffer.from(one.subarray(1, 66)).toString('hex')))).toEqual(
      new Set([Buffer.from(sealer.point).toString('hex')]),
    );
    expect(
      new Set(sealed.map((one) => Buffer.from(one.subarray(66, 78)).toString('hex'))).size,
    ).toBe(3);
    await expect(openSealed(keys.privateKey, sealed[0]!, 'a|2')).rejects.toThrow();
  });

  it('rejects another name, another key and every changed byte with the same error', async () => {
    const keys = await createSealKeys(true),
      other = await createSealKeys(true);
    const jwk = await crypto.subtle.exportKey('jwk', keys.privateKey),
      open = openerOf(jwk);
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

  it('tells what is no seal from a seal that does not open, with its cause', async () => {
    const jwk = await crypto.subtle.exportKey('jwk', (await createSealKeys(true)).privateKey),
      open = openerOf(jwk),
      sealed = sealNow(pointOf(jwk), text(''), 'a|1');
    expect(sealed).toHaveLength(94);
    expect(open(sealed, 'a|1')).toHaveLength(0);
    for (const none of [sealed.subarray(0, 93), Uint8Array.from(sealed).fill(2, 0, 1)])
      expect(() => open(none, 'a|1')).toThrow('not a p256-1 seal');
    const failure = (): unknown => {
      try {
        return open(sealed, 'a|2');
      } catch (error) {
        return error;
      }
    };
    expect(failure()).toMatchObject({
      message: 'the seal does not open',
      cause: expect.any(Error) as unknown,
    });
  });

  it('a key without its parts is no point and opens nothing', () => {
    expect([...pointOf({})]).toEqual([4]);
    expect(() => openerOf({})).toThrow();
  });
});
