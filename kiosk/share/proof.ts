// Proof of the link's key: derived from it, so that the key itself never leaves the device.

import { SHARE_PROOF_INFO } from '../../shared/exchange/share.ts';

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (sign) =>
    sign.charCodeAt(0),
  );
const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** Derives HKDF-SHA-256 of the key with the share's id as salt, 32 bytes as base64url. */
export async function proofOf(subtle: SubtleCrypto, shareId: string, key: string): Promise<string> {
  const encoder = new TextEncoder();
  const from = await subtle.importKey('raw', bytesOf(key), 'HKDF', false, ['deriveBits']);
  return textOf(
    new Uint8Array(
      await subtle.deriveBits(
        {
          name: 'HKDF',
          hash: 'SHA-256',
          salt: encoder.encode(shareId),
          info: encoder.encode(SHARE_PROOF_INFO),
        },
        from,
        256,
      ),
    ),
  );
}
