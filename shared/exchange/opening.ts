// Decryption of sealed data (`sealing.ts`): a separate file, because the first load of a tablet
// contains its outbox, which only seals.

import { ECDH, fromBase64, raw, sharedKey, toBase64 } from './sealing.ts';

export interface Opener {
  /** Derives the key for opening from this point (base64) in advance. Rejects an invalid point. */
  expect(privateKey: CryptoKey, point: string): Promise<CryptoKey>;
  /** Decrypts sealed bytes; rejects when a bit, the key or `aad` differs. */
  open(privateKey: CryptoKey, sealed: Uint8Array, aad: string): Promise<Uint8Array>;
}

/**
 * Caches the shared secret of the last point: messages that a sender seals with one key (`Sealer`)
 * are opened in one step.
 */
export function createOpener(): Opener {
  let last: { privateKey: CryptoKey; point: string; key: Promise<CryptoKey> } | undefined;
  const derived = async (privateKey: CryptoKey, point: string): Promise<CryptoKey> => {
    const bytes = fromBase64(point);
    return sharedKey(
      privateKey,
      await crypto.subtle.importKey('raw', raw(bytes), ECDH, true, []),
      bytes,
      'decrypt',
    );
  };
  const expect = (privateKey: CryptoKey, point: string): Promise<CryptoKey> => {
    if (last?.privateKey === privateKey && last.point === point) return last.key;
    const own = (last = { privateKey, point, key: derived(privateKey, point) });
    // Failures are not cached: the next one may have another cause, or none.
    own.key.catch(() => {
      if (last === own) last = undefined;
    });
    return own.key;
  };
  return {
    expect,
    async open(privateKey, sealed, aad) {
      if (sealed.length < 94 || sealed[0] !== 1) throw new RangeError('not a p256-1 seal');
      const key = await expect(privateKey, toBase64(sealed.subarray(1, 66)));
      return new Uint8Array(
        await crypto.subtle.decrypt(
          {
            name: 'AES-GCM',
            iv: raw(sealed.slice(66, 78)),
            additionalData: new TextEncoder().encode(aad),
          },
          key,
          raw(sealed.slice(78)),
        ),
      );
    },
  };
}

/** Decrypts sealed bytes once; rejects when a bit, the key or `aad` differs. */
export const openSealed = (
  privateKey: CryptoKey,
  sealed: Uint8Array,
  aad: string,
): Promise<Uint8Array> => createOpener().open(privateKey, sealed, aad);
