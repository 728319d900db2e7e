// The root key: 32 bytes in a file that only the server's user may read; it wraps every practice's
// keys.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** A problem with the key file, in words for the operator. */
export class RootKeyError extends Error {}

/**
 * Reads the root key; creates it (mode 0600, synced) when the file is absent and `mayCreate`.
 * @throws RootKeyError when the file is missing, has another length, or others may read it
 */
export function loadRootKey(file: string, options: { mayCreate: boolean }): Buffer {
  if (!existsSync(file)) {
    if (!options.mayCreate)
      throw new RootKeyError(
        `The root key ${file} is missing, but the database exists. Without it nothing can be opened: put the key back.`,
      );
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const key = randomBytes(32);
    const fd = openSync(file, 'wx', 0o600);
    try {
      writeSync(fd, key.toString('base64') + '\n');
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    return key;
  }
  const mode = statSync(file).mode & 0o077;
  if (process.platform !== 'win32' && mode !== 0)
    throw new RootKeyError(
      `The root key ${file} may be read by others (mode ${(statSync(file).mode & 0o777).toString(8)}). Set it to 600.`,
    );
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32)
    throw new RootKeyError(`The root key ${file} is not a key of 32 bytes in base64.`);
  return key;
}

const VERSION = 1;
/**
 * Encrypts with AES-256-GCM: version | IV (12) | tag (16) | ciphertext; `aad` names the purpose of
 * the bytes, so that they cannot be swapped.
 */
export function encryptWith(key: Uint8Array, plain: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
}

/** Decrypts the output of `encryptWith`; throws when key, name or a bit differ. */
export function decryptWith(key: Uint8Array, sealed: Uint8Array, aad: string): Buffer {
  if (sealed.length < 29 || sealed[0] !== VERSION) throw new Error('not encrypted by this server');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13)).setAAD(
    Buffer.from(aad),
  );
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]);
}
