// Reads the escrow key that an owner types from the recovery sheet or chooses as a file. The key
// stays in this browser: no request contains it.

import { decodeKey } from '../../../../shared/operations/recovery-code.ts';
import { fromBase64, importSealPrivate, raw } from '../../../../shared/exchange/sealing.ts';
import type { Handwriting } from '../../../../shared/papers/evidence/handwriting.schema.ts';

/** `groups`: numbers (from 1) of the groups with a typing error. */
export type KeyFault =
  | { readonly kind: 'length' | 'backup_key' | 'no_key' | 'other_practice' | 'unknown_key' }
  | { readonly kind: 'groups'; readonly groups: readonly number[] };
type ReadKey =
  | { readonly key: CryptoKey; readonly fault?: undefined }
  | { readonly key?: undefined; readonly fault: KeyFault };

const PEM = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/;
const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Returns the private number of a PEM file (PKCS#8); undefined for any other text. */
async function numberOfPem(text: string): Promise<string | undefined> {
  const [, body] = PEM.exec(text) ?? [];
  if (body === undefined) return undefined;
  try {
    const key = await crypto.subtle.importKey(
      'pkcs8',
      raw(fromBase64(body.replace(/\s+/g, ''))),
      { name: 'ECDH', namedCurve: 'P-256' },
      true,
      ['deriveBits'],
    );
    return (await crypto.subtle.exportKey('jwk', key)).d;
  } catch {
    return undefined;
  }
}

async function numberOf(given: string): Promise<string | KeyFault> {
  if (given.includes('-----BEGIN')) return (await numberOfPem(given)) ?? { kind: 'no_key' };
  const decoded = decodeKey('escrow', given);
  if (decoded.secret) return base64Url(decoded.secret);
  if (decoded.fault === 'other_key') return { kind: 'backup_key' };
  return decoded.fault === 'groups'
    ? { kind: 'groups', groups: decoded.groups }
    : { kind: 'length' };
}

/** Checks that both halves belong together: browsers differ in what they check on import. */
async function isPair(privateKey: CryptoKey, { x, y }: { x: string; y: string }): Promise<boolean> {
  const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const;
  const own = await crypto.subtle.importKey(
    'jwk',
    { kty: 'EC', crv: 'P-256', x, y, key_ops: [], ext: true },
    ecdh,
    true,
    [],
  );
  const other = await crypto.subtle.generateKey(ecdh, false, ['deriveBits']);
  const secretOf = async (mine: CryptoKey, theirs: CryptoKey): Promise<string> =>
    new Uint8Array(
      await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, mine, 256),
    ).join();
  return (await secretOf(privateKey, other.publicKey)) === (await secretOf(other.privateKey, own));
}

/**
 * Reads a typed code of 13 groups or the text of a PEM file.
 * @param escrow public half that the practice's handwriting is encrypted to
 */
export async function readEscrowKey(
  given: string,
  escrow: Handwriting['escrow'],
): Promise<ReadKey> {
  if (escrow === null) return { fault: { kind: 'unknown_key' } };
  const number = await numberOf(given);
  if (typeof number !== 'string') return { fault: number };
  const { x, y } = escrow;
  try {
    const key = await importSealPrivate({ kty: 'EC', crv: 'P-256', x, y, d: number });
    return (await isPair(key, escrow)) ? { key } : { fault: { kind: 'other_practice' } };
  } catch {
    return { fault: { kind: 'other_practice' } };
  }
}
