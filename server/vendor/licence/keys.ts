// Keys of licences: Ed25519, public ones on every server, the private one on the vendor's only.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { LicenceConfig } from '../../platform/config/licence-config.ts';

export interface LicenceKeys {
  /** False: no key is known, and no licence is asked for. */
  isOn: boolean;
  isRight: (keyId: string, text: string, signature: string) => boolean;
  signer: { keyId: string; publicKey: string; sign: (text: string) => string } | undefined;
}

/** DER heads of raw Ed25519 keys (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex'),
  PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const publicOf = (raw: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(raw, 'base64url')]),
    format: 'der',
    type: 'spki',
  });
const idOf = (raw: string): string =>
  createHash('sha256').update(Buffer.from(raw, 'base64url')).digest('hex').slice(0, 16);

/** Reads the keys once. @throws Error for a key that is none */
export function licenceKeysOf(config: LicenceConfig | undefined): LicenceKeys {
  const privateKey =
      config?.signingKey === undefined
        ? undefined
        : createPrivateKey({
            key: Buffer.concat([PKCS8, Buffer.from(config.signingKey, 'base64url')]),
            format: 'der',
            type: 'pkcs8',
          }),
    own =
      privateKey &&
      createPublicKey(privateKey)
        .export({ format: 'der', type: 'spki' })
        .subarray(SPKI.length)
        .toString('base64url'),
    all = [...(config?.publicKeys ?? []), ...(own === undefined ? [] : [own])],
    byId = new Map(all.map((raw) => [idOf(raw), publicOf(raw)]));
  return {
    isOn: byId.size > 0,
    isRight(keyId, text, signature) {
      const key = byId.get(keyId);
      return (
        key !== undefined &&
        verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
      );
    },
    signer:
      privateKey && own !== undefined
        ? {
            keyId: idOf(own),
            publicKey: own,
            sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
          }
        : undefined,
  };
}
