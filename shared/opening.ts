// Opening what was sealed (`sealing.ts`): a file of its own, because the first load of a tablet has its outbox, which seals, and nothing that opens.

import { ECDH, fromBase64, raw, sharedKey, toBase64 } from './sealing.ts';

/** A sender's point (base64) with what it shares with the receiver: made as soon as the point is known, opening is one step. */
export interface OpenStart { readonly point: string; readonly key: CryptoKey }
export async function beginOpen(privateKey: CryptoKey, point: string): Promise<OpenStart> {
  const bytes = fromBase64(point);
  return { point, key: await sharedKey(privateKey, await crypto.subtle.importKey('raw', raw(bytes), ECDH, true, []), bytes, 'decrypt') };
}
/**
 * Opens sealed bytes; rejects when a bit, the key or `aad` differs.
 * @param begun for the same private key; used where the bytes come from its point
 */
export async function openSealed(privateKey: CryptoKey, sealed: Uint8Array, aad: string, begun?: OpenStart): Promise<Uint8Array> {
  if (sealed.length < 94 || sealed[0] !== 1) throw new RangeError('not a p256-1 seal');
  const point = toBase64(sealed.subarray(1, 66));
  const { key } = begun?.point === point ? begun : await beginOpen(privateKey, point);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: raw(sealed.slice(66, 78)), additionalData: new TextEncoder().encode(aad) }, key, raw(sealed.slice(78))));
}
