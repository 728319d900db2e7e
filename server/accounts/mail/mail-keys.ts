// Keys of mails, derived from the root key: one encrypts stored mails, one hashes addresses, one
// signs unsubscribe links.

import { createHmac, hkdfSync } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { decryptWith, encryptWith } from '../../platform/keys/rootkey/root-key.ts';
import { foldEmail } from '../../../shared/base/email.ts';
import { secretOf, type Root } from '../../platform/keys/rootkey/root-keys.ts';

export interface MailKeys {
  /**
   * @param name context of the bytes (table, practice, id): they decrypt under the same name only
   */
  seal(value: unknown, name: string): Buffer;
  open(sealed: Uint8Array, name: string): unknown;
  /**
   * Hash of the folded address: the same for every practice, so that an address can be looked up.
   */
  hashAddress(email: string): string;
  /** The current hash first, then the former one of rows with umlaut domains. */
  addressHashes(email: string): string[];
  /** Left part of the Message-ID: deterministic per mail, not guessable. */
  messageWord(cid: string, key: string): string;
  /**
   * Token that proves receipt of our mail at this address; case-sensitive, nothing is folded here.
   */
  unsubscribeToken(cid: string, email: string, nonce: string): string;
}

/** Returns the former form of addresses with a Unicode domain. */
export function spelledOut(email: string): string {
  const at = email.lastIndexOf('@'),
    domain = domainToUnicode(email.slice(at + 1));
  return domain === '' ? email : `${email.slice(0, at)}@${domain}`;
}

export function mailKeysOf(rootKey: Root): MailKeys {
  const key = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secretOf(rootKey), 'molar', purpose, 32));
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
