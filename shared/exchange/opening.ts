// Opening what was sealed (`sealing.ts`): a file of its own, because the first load of a tablet has its outbox, which seals, and nothing that opens.

import { ECDH, fromBase64, raw, sharedKey, toBase64 } from './sealing.ts';

export interface Opener {
  /** Makes what opening from this point (base64) takes, before anything comes from it. Rejects where it is no point. */
  expect(privateKey: CryptoKey, point: string): Promise<CryptoKey>;
  /** Opens sealed bytes; rejects when a bit, the key or `aad` differs. */
  open(privateKey: CryptoKey, sealed: Uint8Array, aad: string): Promise<Uint8Array>;
}

/** Remembers the last point with what it shares: a sender that seals several with one key (`Sealer`) is opened in one step. */
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
    // A failure is nothing to remember: the next one may have another cause, or none.
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

/** Opens sealed bytes once; rejects when a bit, the key or `aad` differs. */
export const openSealed = (
  privateKey: CryptoKey,
  sealed: Uint8Array,
  aad: string,
): Promise<Uint8Array> => createOpener().open(privateKey, sealed, aad);
