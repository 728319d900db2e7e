// Keys of mails, derived from the root key: one seals what is stored, one hides addresses, one proves a link to unsubscribe.

import { createHmac, hkdfSync } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { decryptWith, encryptWith } from '../../platform/keys/root-key.ts';
import { foldEmail } from '../../../shared/base/email.ts';

export interface MailKeys {
  /** @param name what the bytes are (table, practice, id): they open under the same name only */
  seal(value: unknown, name: string): Buffer;
  open(sealed: Uint8Array, name: string): unknown;
  /** Of the folded address: the same for every practice, so that an address can be looked for. */
  hashAddress(email: string): string;
  /** That one first, then the one that rows of umlaut domains were kept under before. */
  addressHashes(email: string): string[];
  /** Left part of the Message-ID: the same for the same mail, guessed by nobody. */
  messageWord(cid: string, key: string): string;
  /** Proof that whoever holds it got a mail of ours at this address; letter by letter, nothing is folded here. */
  unsubscribeToken(cid: string, email: string, nonce: string): string;
}

/** With the domain as people write it, which is how such addresses were kept before. */
export function spelledOut(email: string): string {
  const at = email.lastIndexOf('@'),
    domain = domainToUnicode(email.slice(at + 1));
  return domain === '' ? email : `${email.slice(0, at)}@${domain}`;
}

export function mailKeysOf(rootKey: Uint8Array): MailKeys {
  const key = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', rootKey, 'molar', purpose, 32));
  const sealing = key('mail seal 1'),
    hiding = key('mail address 1'),
    proving = key('mail unsubscribe 1');
  const hashOf = (address: string): string =>
    createHmac('sha256', hiding).update(address).digest('hex');
  return {
    seal: (value, name) => encryptWith(sealing, Buffer.from(JSON.stringify(value)), name),
    open: (sealed, name) =>
      JSON.parse(decryptWith(sealing, sealed, name).toString('utf8')) as unknown,
    hashAddress: (email) => hashOf(foldEmail(email)),
    addressHashes: (email) =>
      [...new Set([foldEmail(email), spelledOut(foldEmail(email))])].map(hashOf),
    messageWord: (cid, key) =>
      createHmac('sha256', proving)
        .update(['message', cid, key].join('|'))
        .digest('hex')
        .slice(0, 40),
    unsubscribeToken: (cid, email, nonce) =>
      createHmac('sha256', proving)
        .update(['unsubscribe', cid, email, nonce].join('|'))
        .digest('base64url'),
  };
}
