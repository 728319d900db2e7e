// The file of the root key: 32 bytes in base64 that only the server's user may read; it wraps every
// practice's keys. While the key is rotated the file holds the new one above the old one.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
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

/** More keys than a rotation needs: the file is something else. */
const MOST_KEYS = 4;
/** Returns the text of a key file. @param keys newest first */
export const textOfKeys = (keys: readonly Uint8Array[]): string =>
  keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('');

/** Writes a new file that only the user may read, synced. @throws EEXIST if there is one */
export function writeKeyFile(file: string, keys: readonly Uint8Array[]): void {
  const fd = openSync(file, 'wx', 0o600);
  try {
    writeSync(fd, textOfKeys(keys));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * systemd gives a credential to the service's user by an access list, whose mask shows as the right of
 * a group to read; its folder keeps everyone else out (systemd.exec(5), `LoadCredential=`).
 */
const CREDENTIALS = '/run/credentials/';
/** Whether the mode of a file lets others read or change it. @param file complete path */
export const isOpenToOthers = (file: string, mode: number): boolean =>
  (mode & (file.startsWith(CREDENTIALS) ? 0o037 : 0o077)) !== 0;

/**
 * Reads the root keys, the newest first; creates one (mode 0600, synced) when the file is absent and
 * `mayCreate`.
 * @throws RootKeyError when the file is missing, holds something else, or others may read it
 */
export function loadRootKeys(file: string, options: { mayCreate: boolean }): Buffer[] {
  if (!existsSync(file)) {
    if (!options.mayCreate)
      throw new RootKeyError(
        `The root key ${file} is missing, but the database exists. Without it nothing can be opened: put the key back.`,
      );
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const key = randomBytes(32);
    writeKeyFile(file, [key]);
    return [key];
  }
  const { mode } = statSync(file);
  if (process.platform !== 'win32' && isOpenToOthers(path.resolve(file), mode))
    throw new RootKeyError(
      `The root key ${file} may be read by others (mode ${(mode & 0o777).toString(8)}). Set it to 600.`,
    );
  const keys = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Buffer.from(line.trim(), 'base64'));
  if (keys.length === 0 || keys.length > MOST_KEYS || keys.some((key) => key.length !== 32))
    throw new RootKeyError(`The root key ${file} is not a key of 32 bytes in base64.`);
  return keys;
}

/** Returns the mark of a root key, which backups and messages name; it reveals nothing of the key. */
export const rootKeyId = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, 'molar', 'root key id 1', 8)).toString('hex');

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
