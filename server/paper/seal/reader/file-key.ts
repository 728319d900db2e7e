// Derives the key of an encrypted PDF from the empty password (ISO 32000-2, 7.6.4): such a file
// opens in every reader without a question.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { rc4 } from './rc4.ts';

/** Entries of the encryption dictionary that the key depends on. */
export type KeyFacts = {
  /** `/V`, the algorithm: 1, 2, 4 or 5. */
  readonly version: number;
  /** `/R`: 2, 3, 4, 5 or 6. */
  readonly revision: number;
  /** Bytes of the key. */
  readonly length: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly ownerKey: Uint8Array;
  readonly userKey: Uint8Array;
  readonly permissions: number;
  readonly isMetadataEncrypted: boolean;
  /** First part of the trailer's `/ID`. */
  readonly id: Uint8Array;
};

const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const NOTHING = new Uint8Array();
const hashed = (algorithm: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Key of revisions 2 to 4 (algorithms 2, 4 and 5). */
function oldKey(facts: KeyFacts): Uint8Array | undefined {
  const { revision, length, owner, user, permissions, id } = facts;
  const rights = Buffer.alloc(4);
  rights.writeInt32LE(permissions | 0);
  const more = revision >= 4 && !facts.isMetadataEncrypted ? Buffer.alloc(4, 255) : NOTHING;
  let key = hashed('md5', PAD, owner.subarray(0, 32), rights, id, more).subarray(0, length);
  if (revision >= 3) for (let i = 0; i < 50; i += 1) key = hashed('md5', key).subarray(0, length);
  if (revision === 2) return isSame(rc4(key, PAD), user.subarray(0, 32)) ? key : undefined;
  let proof = hashed('md5', PAD, id);
  for (let i = 0; i < 20; i += 1)
    proof = rc4(
      key.map((byte) => byte ^ i),
      proof,
    );
  return isSame(proof, user.subarray(0, 16)) ? key : undefined;
}

/**
 * Hash of revision 6 for the empty password (algorithm 2.B). It ends after at most 287 rounds: no
 * byte is larger than 255.
 */
function hardenedHash(salt: Uint8Array, user: Uint8Array): Uint8Array {
  let key = hashed('sha256', salt, user);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const block = Buffer.concat([key, user]);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const made = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => block)));
    const rest = made.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hashed(['sha256', 'sha384', 'sha512'][rest] ?? 'sha256', made);
    last = made.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** Key of revisions 5 and 6 (algorithm 2.A), for the user or the owner without a password. */
function newKey(facts: KeyFacts): Uint8Array | undefined {
  const { revision, owner, user, ownerKey, userKey } = facts;
  if (Math.min(owner.length, user.length) < 48) return undefined;
  const hash = (salt: Uint8Array, more: Uint8Array): Uint8Array =>
    revision === 5 ? hashed('sha256', salt, more) : hardenedHash(salt, more);
  const opened = (entry: Uint8Array, wrapped: Uint8Array, more: Uint8Array) => {
    if (wrapped.length < 32 || !isSame(hash(entry.subarray(32, 40), more), entry.subarray(0, 32)))
      return undefined;
    const key = hash(entry.subarray(40, 48), more);
    const decipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16));
    decipher.setAutoPadding(false);
    return new Uint8Array(decipher.update(wrapped.subarray(0, 32)));
  };
  return opened(user, userKey, NOTHING) ?? opened(owner, ownerKey, user.subarray(0, 48));
}

/** Returns the key of a file that opens without a password; `undefined` when it needs one. */
export function fileKey(facts: KeyFacts): Uint8Array | undefined {
  return facts.version === 5 ? newKey(facts) : oldKey(facts);
}
