// Keys of mails, derived from the root key: one seals what is stored, one hides addresses, one proves a link to unsubscribe.

import { createHmac, hkdfSync } from 'node:crypto';
import { decryptWith, encryptWith } from '../keys/root-key.ts';
import { foldEmail } from '../../shared/auth.ts';

export interface MailKeys {
  /** @param name what the bytes are (table, practice, id): they open under the same name only */
  seal(value: unknown, name: string): Buffer;
  open(sealed: Uint8Array, name: string): unknown;
  /** Of the folded address: the same for every practice, so that an address can be looked for. */
  hashAddress(email: string): string;
  /** Left part of the Message-ID: the same for the same mail, guessed by nobody. */
  messageWord(cid: string, key: string): string;
  /** Proof that whoever holds it got a mail of ours at this address; letter by letter, nothing is folded here. */
  unsubscribeToken(cid: string, email: string, nonce: string): string;
}

export function mailKeysOf(rootKey: Uint8Array): MailKeys {
  const key = (purpose: string): Uint8Array => new Uint8Array(hkdfSync('sha256', rootKey, 'molar', purpose, 32));
  const sealing = key('mail seal 1'), hiding = key('mail address 1'), proving = key('mail unsubscribe 1');
  return {
    seal: (value, name) => encryptWith(sealing, Buffer.from(JSON.stringify(value)), name),
    open: (sealed, name) => JSON.parse(decryptWith(sealing, sealed, name).toString('utf8')) as unknown,
    hashAddress: email => createHmac('sha256', hiding).update(foldEmail(email)).digest('hex'),
    messageWord: (cid, key) => createHmac('sha256', proving).update(['message', cid, key].join('|')).digest('hex').slice(0, 40),
    unsubscribeToken: (cid, email, nonce) => createHmac('sha256', proving).update(['unsubscribe', cid, email, nonce].join('|')).digest('base64url'),
  };
}
