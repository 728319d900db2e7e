// Protects factors of accounts in a stolen database: a key derived from the root key encrypts
// authenticator secrets and MACs short codes.

import { createHmac, hkdfSync } from 'node:crypto';
import { decryptWith, encryptWith } from '../../platform/keys/rootkey/root-key.ts';
import { secretOf, type Root } from '../../platform/keys/rootkey/root-keys.ts';

export interface AccountKey {
  /** @param name kind and owner of the bytes, so that rows cannot be swapped */
  seal(plain: Uint8Array, name: string): Uint8Array;
  open(sealed: Uint8Array, name: string): Uint8Array;
  /** Returns the MAC of a code that is too short for a plain hash. */
  mark(name: string, code: string): string;
}

export function accountKeyOf(rootKey: Root): AccountKey {
  const derive = (info: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secretOf(rootKey), 'molar', info, 32));
  const sealing = derive('account seal 1'),
    marking = derive('account mark 1');
  return {
    seal: (plain, name) => encryptWith(sealing, plain, name),
    open: (sealed, name) => decryptWith(sealing, sealed, name),
    mark: (name, code) =>
      createHmac('sha256', marking).update(`${name}|${code}`).digest('base64url'),
  };
}
