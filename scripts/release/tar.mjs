/** Writes and reads the tar archive of a release: equal files make equal bytes. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';

/** Longest archive that is opened, in bytes. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** Equal for all entries, so that equal files make equal bytes. */
const TIME = new Date(0);

/** @typedef {{ path: string, bytes: Uint8Array }} Entry */

/**
 * Packs files into a compressed archive.
 * @param {readonly Entry[]} entries @returns {Promise<Buffer>}
 */
export async function pack(entries) {
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  const archive = await packTar(
    sorted.map(({ path, bytes }) => ({
      header: { name: path, size: bytes.length, mode: 0o644, mtime: TIME },
      body: bytes,
    })),
  );
  return gzipSync(archive, { level: 9 });
}

/** A path that stays below the folder into which it is unpacked. @param {string} path */
const isInside = (path) =>
  path !== '' &&
  !path.includes('\\') &&
  !path.includes(':') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/**
 * Reads an archive of `pack`.
 * @param {Uint8Array} archive @returns {Promise<Entry[]>}
 * @throws when it is torn off, or contains anything else than files below its folder
 */
export async function unpack(archive) {
  const bytes = gunzipSync(archive, { maxOutputLength: MOST_BYTES });
  const found = await unpackTar(new Uint8Array(bytes), { strict: true });
  return found.map(({ header: { name, type }, data }) => {
    if (type !== 'file' || data === undefined || !isInside(name))
      throw new Error('This is not an archive of a release.');
    return { path: name, bytes: data };
  });
}
