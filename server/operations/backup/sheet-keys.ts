// The keys behind a recovery sheet: a P-256 pair whose private half is only on paper, its
// fingerprint, and the key that authenticates backups to its holder.

import { createECDH, createHash, createPrivateKey, hkdfSync } from 'node:crypto';

/** A private key of 32 bytes with its public half. */
export interface SheetKey {
  secret: Buffer;
  publicJwk: JsonWebKey;
  privateJwk: JsonWebKey;
}

/** Returns both halves of a secret; a new secret by default. @throws when the number is no key */
export function sheetKey(secret?: Uint8Array): SheetKey {
  const ecdh = createECDH('prime256v1');
  if (secret) ecdh.setPrivateKey(secret);
  else ecdh.generateKeys();
  const point = ecdh.getPublicKey(),
    d = leftPadded(ecdh.getPrivateKey());
  const publicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return { secret: d, publicJwk, privateJwk: { ...publicJwk, d: d.toString('base64url') } };
}
/** OpenSSL omits leading zeros. */
const leftPadded = (d: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - d.length), d]);

/**
 * Returns the fingerprint of a sheet, eight hex digits in two groups: enough to distinguish sheets,
 * not secret.
 */
export function fingerprintOf({ x = '', y = '' }: JsonWebKey): string {
  const hex = createHash('sha256')
    .update(Buffer.from(x, 'base64url'))
    .update(Buffer.from(y, 'base64url'))
    .digest('hex')
    .toUpperCase();
  return `${hex.slice(0, 4)} ${hex.slice(4, 8)}`;
}

/**
 * Derives the key that authenticates backups. With the public half alone a forged backup could be
 * encrypted for the sheet. The server therefore keeps this key, derived from the secret before it
 * is printed, and the sheet's holder derives it again: only a server that made the sheet can have
 * made the backup.
 */
export const macKeyOf = (secret: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'molar', 'backup mac 1', 32));

/** Converts the escrow key from PEM (PKCS#8) to the secret of the sheet. */
export function secretOfPem(pem: string): Buffer {
  const { d, crv } = createPrivateKey(pem).export({ format: 'jwk' });
  if (d === undefined || crv !== 'P-256') throw new Error('no P-256 key');
  return leftPadded(Buffer.from(d, 'base64url'));
}
/** Converts the secret of the sheet to the escrow key as PEM (PKCS#8). */
export const pemOfSecret = (secret: Uint8Array): string =>
  createPrivateKey({ key: { ...sheetKey(secret).privateJwk }, format: 'jwk' }).export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;
