// The seal of `shared/exchange/sealing.ts` by Node's crypto: the same bytes without a worker thread
// for each step, so that it can run inside a transaction without blocking the event loop.

import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { SEAL_INFO } from '../../../shared/exchange/sealing.ts';

const CURVE = 'prime256v1',
  CIPHER = 'aes-256-gcm';
const keyOf = (secret: Uint8Array, salt: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, SEAL_INFO, 32));

/** Returns the uncompressed point of a public P-256 key. */
export const pointOf = (jwk: JsonWebKey): Uint8Array =>
  Buffer.concat([
    Buffer.from([4]),
    Buffer.from(jwk.x ?? '', 'base64url'),
    Buffer.from(jwk.y ?? '', 'base64url'),
  ]);

/**
 * An ephemeral key with its shared secret for one receiver, for a few seals: each has a separate
 * IV. A receiver who gets `point` in advance opens them faster.
 */
export interface Sealer {
  readonly point: Uint8Array;
  seal(plain: Uint8Array, aad: string): Uint8Array;
}
/** Creates a sealer for one receiver. @param to point of the receiver */
export function sealerFor(to: Uint8Array): Sealer {
  const fresh = createECDH(CURVE),
    point = fresh.generateKeys(),
    key = keyOf(fresh.computeSecret(to), point);
  return {
    point,
    seal(plain, aad) {
      const iv = randomBytes(12),
        cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(aad));
      return Buffer.concat([
        Buffer.from([1]),
        point,
        iv,
        cipher.update(plain),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },
  };
}
/** Works like `sealTo` of shared/exchange/sealing.ts, but synchronously. */
export const sealNow = (to: Uint8Array, plain: Uint8Array, aad: string): Uint8Array =>
  sealerFor(to).seal(plain, aad);

/**
 * Works like `openSealed` of shared/exchange/sealing.ts with one private key: about a tenth of its
 * time. The returned function throws RangeError when a bit, the key or `aad` differs.
 */
export function openerOf(jwk: JsonWebKey): (sealed: Uint8Array, aad: string) => Uint8Array {
  const own = createECDH(CURVE);
  own.setPrivateKey(Buffer.from(jwk.d ?? '', 'base64url'));
  return (sealed, aad) => {
    if (sealed.length < 94 || sealed[0] !== 1) throw new RangeError('not a p256-1 seal');
    const point = sealed.subarray(1, 66),
      end = sealed.length - 16;
    try {
      // A point that is not on the curve is refused here.
      const decipher = createDecipheriv(
        CIPHER,
        keyOf(own.computeSecret(point), point),
        sealed.subarray(66, 78),
      )
        .setAAD(Buffer.from(aad))
        .setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(78, end)), decipher.final()]);
    } catch (cause) {
      throw new RangeError('the seal does not open', { cause });
    }
  };
}
