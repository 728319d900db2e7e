// What keeps factors of accounts unreadable in a stolen database: a key derived from the root key seals authenticator secrets and marks short codes.

import { createHmac, hkdfSync } from 'node:crypto';
import { decryptWith, encryptWith } from '../../platform/keys/root-key.ts';

export interface AccountKey {
  /** @param name what the bytes are and whose, so that rows cannot be swapped */
  seal(plain: Uint8Array, name: string): Uint8Array;
  open(sealed: Uint8Array, name: string): Uint8Array;
  /** Mark of a code that is too short for a plain hash. */
  mark(name: string, code: string): string;
}

export function accountKeyOf(rootKey: Uint8Array): AccountKey {
  const derive = (info: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', rootKey, 'molar', info, 32));
  const sealing = derive('account seal 1'),
    marking = derive('account mark 1');
  return {
    seal: (plain, name) => encryptWith(sealing, plain, name),
    open: (sealed, name) => decryptWith(sealing, sealed, name),
    mark: (name, code) =>
      createHmac('sha256', marking).update(`${name}|${code}`).digest('base64url'),
  };
}
