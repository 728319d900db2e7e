// Secrets of shares: derived from the installation's root key and the share's row, so that staff
// can hand out the same link again although the database stores neither its id, nor its key, nor
// its code.

import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { CODE_SIGNS, plainCode, SHARE_PROOF_INFO } from '../../../shared/exchange/share.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { secretOf, type Root } from '../../platform/keys/rootkey/root-keys.ts';

export interface ShareSecrets {
  /** 128 bits as base64url: the part in the path of the URL. */
  idOf(cid: string, row: string): string;
  /** 256 bits as base64url: the fragment after #. */
  keyOf(cid: string, row: string): string;
  /** Eight characters handed over by the desk or a letter: 40 bits. */
  codeOf(cid: string, row: string): string;
  /** Hash of an id or a random secret. */
  hashOf(secret: string): string;
  /**
   * Six digits of one message: the same however often its job runs, unpredictable without the root
   * key.
   */
  digitsOf(cid: string, row: string, sentAt: number): string;
  /** Hash of a code that was chosen or has six digits: useless without the root key. */
  hashCode(cid: string, row: string, typed: string): string;
}

const WORDS = [
  'share id 1',
  'share key 1',
  'share code 1',
  'share code hash 1',
  'share digits 1',
] as const;

export function shareSecretsOf(rootKey: Root): ShareSecrets {
  const [id, key, code, pepper, digits] = WORDS.map(
    (word) => new Uint8Array(hkdfSync('sha256', secretOf(rootKey), 'molar', word, 32)),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const made = (secret: Uint8Array, cid: string, row: string): Buffer =>
    createHmac('sha256', secret).update(`${cid}|${row}`).digest();
  return {
    idOf: (cid, row) => made(id, cid, row).subarray(0, 16).toString('base64url'),
    keyOf: (cid, row) => made(key, cid, row).toString('base64url'),
    // 32 characters: the lower five bits of a byte are uniform.
    codeOf: (cid, row) =>
      [...made(code, cid, row).subarray(0, 8)].map((byte) => CODE_SIGNS[byte & 31] ?? '').join(''),
    // 48 bits: the modulo bias at a million is negligible.
    digitsOf: (cid, row, sentAt) =>
      String(made(digits, cid, `${row}|${sentAt}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),
    hashOf: hashSecret,
    hashCode: (cid, row, typed) =>
      createHmac('sha256', pepper)
        .update(`${cid}|${row}|${plainCode(typed)}`)
        .digest('hex'),
  };
}

/** Derives the proof that the page sends instead of the key; it opens the shared content. */
export const proofOf = (key: string, shareId: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(key, 'base64url'), shareId, SHARE_PROOF_INFO, 32));
/** Creates a secret of 256 bits for a cookie or a link. */
export const newShareSecret = (): string => randomBytes(32).toString('base64url');
/** Encrypts the contents accessible to a session with the session's own secret. */
export const sessionKeyOf = (secret: string): Uint8Array =>
  new Uint8Array(
    hkdfSync('sha256', Buffer.from(secret, 'base64url'), 'molar', 'share session 1', 32),
  );
