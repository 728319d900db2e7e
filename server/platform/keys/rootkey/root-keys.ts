// The root keys of a running server: new values are wrapped by the newest key of the file, older
// ones open as long as their key is known. The file is read again when it changed.

import { statSync } from 'node:fs';
import { decryptWith, encryptWith, loadRootKeys, rootKeyId } from './root-key.ts';

export interface RootKeys {
  /** Newest first. */
  all(): readonly Uint8Array[];
  /** Wraps with the newest key of the file. */
  wrap(plain: Uint8Array, aad: string): Buffer;
  /** @throws Error if no known key fits, or name or a bit differ */
  unwrap(wrapped: Uint8Array, aad: string): Buffer;
  /** Whether the newest key wrapped this. */
  isNewest(wrapped: Uint8Array, aad: string): boolean;
  /**
   * The secret from which keys are derived that a rotation does not change: hashes of passwords and
   * addresses cannot be made again.
   */
  readonly secret: Uint8Array;
}
/** A single key (tests, commands on a copy), or those of a file. */
export type Root = Uint8Array | RootKeys;

const SECRET = 'installation secret';

/** Keys of a file before the database is open. */
export interface KeyFile {
  all(): readonly Uint8Array[];
  /** Reads the file again if it changed since. */
  look(): readonly Uint8Array[];
}
/** Opens a file of root keys. @throws RootKeyError */
export function openKeyFile(file: string, options: { mayCreate: boolean }): KeyFile {
  let keys: readonly Uint8Array[] = loadRootKeys(file, options),
    seen = markOf(file);
  return {
    all: () => keys,
    look() {
      const mark = markOf(file);
      if (mark === seen) return keys;
      // A key that left the file still opens what this process meets.
      const fresh = loadRootKeys(file, { mayCreate: false }),
        known = new Set(fresh.map(rootKeyId));
      keys = [...fresh, ...keys.filter((key) => !known.has(rootKeyId(key)))];
      seen = mark;
      return keys;
    },
  };
}
function markOf(file: string): string {
  const { ino, size, mtimeMs } = statSync(file);
  return `${ino} ${size} ${mtimeMs}`;
}

const unwrapAny = (
  keys: readonly Uint8Array[],
  wrapped: Uint8Array,
  aad: string,
): Buffer | undefined => {
  for (const key of keys)
    try {
      return decryptWith(key, wrapped, aad);
    } catch {
      // Another key may fit.
    }
  return undefined;
};
const noKey = (keys: readonly Uint8Array[]): Error =>
  new Error(`no root key opens this value; known are ${keys.map(rootKeyId).join(', ')}`);

/**
 * Builds the root keys of a server.
 * @param stored the installation's secret, wrapped; null before the first rotation: then it is the
 * oldest key itself
 */
export function rootKeysOf(file: KeyFile, stored: Uint8Array | null): RootKeys {
  const secret = stored === null ? file.all().at(-1)! : unwrapAny(file.look(), stored, SECRET);
  if (!secret) throw noKey(file.all());
  return {
    secret,
    all: () => file.look(),
    wrap: (plain, aad) => encryptWith(file.look()[0]!, plain, aad),
    unwrap(wrapped, aad) {
      const found = unwrapAny(file.all(), wrapped, aad) ?? unwrapAny(file.look(), wrapped, aad);
      if (!found) throw noKey(file.all());
      return found;
    },
    isNewest: (wrapped, aad) => unwrapAny(file.look().slice(0, 1), wrapped, aad) !== undefined,
  };
}
/** Returns root keys that do not change, newest first: those of a backup. */
export const fixedRoot = (keys: readonly Uint8Array[]): RootKeys =>
  rootKeysOf({ all: () => keys, look: () => keys }, null);
/** Wraps the installation's secret for storing. */
export const wrapSecret = (root: RootKeys): Buffer => root.wrap(root.secret, SECRET);
/** Wraps a stored secret by the newest key; undefined if it is. */
export const rewrapSecret = (root: RootKeys, stored: Uint8Array): Buffer | undefined =>
  rewrapped(root, stored, SECRET);
/** Wraps a value by the newest key; undefined if it is. */
export const rewrapped = (root: RootKeys, wrapped: Uint8Array, aad: string): Buffer | undefined =>
  root.isNewest(wrapped, aad) ? undefined : root.wrap(root.unwrap(wrapped, aad), aad);

const isKeys = (root: Root): root is RootKeys => !(root instanceof Uint8Array);
/** Wraps with the newest root key. */
export const wrapWith = (root: Root, plain: Uint8Array, aad: string): Buffer =>
  isKeys(root) ? root.wrap(plain, aad) : encryptWith(root, plain, aad);
/** Unwraps with the root key that fits. @throws Error if none does */
export const unwrapWith = (root: Root, wrapped: Uint8Array, aad: string): Buffer =>
  isKeys(root) ? root.unwrap(wrapped, aad) : decryptWith(root, wrapped, aad);
/** Returns the secret for derived keys. */
export const secretOf = (root: Root): Uint8Array => (isKeys(root) ? root.secret : root);
/** Returns the root keys, newest first. */
export const keysOf = (root: Root): readonly Uint8Array[] => (isKeys(root) ? root.all() : [root]);
