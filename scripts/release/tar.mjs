/** Writes and reads tar archives (POSIX ustar): equal files make equal bytes. */
import { gunzipSync, gzipSync } from 'node:zlib';

const BLOCK = 512;
/** Longest archive that is opened, in bytes. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** @typedef {{ path: string, bytes: Uint8Array }} Entry */

/**
 * Splits a path into the two fields of a header.
 * @param {string} path @returns {[prefix: string, name: string]}
 */
function fieldsOf(path) {
  if (Buffer.byteLength(path) <= 100) return ['', path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
    if (Buffer.byteLength(path.slice(at + 1)) <= 100 && Buffer.byteLength(path.slice(0, at)) <= 155)
      return [path.slice(0, at), path.slice(at + 1)];
  throw new Error(`This path is too long for the archive: ${path}`);
}

/** @param {Buffer} header @returns {number} */
const sumOf = (header) =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/** @param {Entry} entry @returns {Buffer} */
function headerOf({ path, bytes }) {
  const header = Buffer.alloc(BLOCK),
    [prefix, name] = fieldsOf(path);
  const octal = (/** @type {number} */ value, /** @type {number} */ width) =>
    `${value.toString(8).padStart(width - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Packs files into a compressed archive. @param {readonly Entry[]} entries @returns {Buffer} */
export function pack(entries) {
  const parts = [...entries]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((entry) => [
      headerOf(entry),
      entry.bytes,
      Buffer.alloc((BLOCK - (entry.bytes.length % BLOCK)) % BLOCK),
    ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** A path that stays below the folder into which it is unpacked. @param {string} path */
const isInside = (path) =>
  path !== '' &&
  !path.includes('\\') &&
  !path.includes(':') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/**
 * Reads an archive of `pack`.
 * @param {Uint8Array} archive @returns {Entry[]}
 * @throws when it contains anything else than files below its folder
 */
export function unpack(archive) {
  const bytes = gunzipSync(archive, { maxOutputLength: MOST_BYTES });
  /** @type {Entry[]} */
  const entries = [];
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return entries;
    const text = (/** @type {number} */ from, /** @type {number} */ to) =>
      header.toString('utf8', from, to).split('\0', 1)[0] ?? '';
    const prefix = text(345, 500),
      path = `${prefix === '' ? '' : `${prefix}/`}${text(0, 100)}`,
      size = Number.parseInt(text(124, 136), 8);
    if (
      Number.parseInt(text(148, 156), 8) !== sumOf(header) ||
      text(156, 157) !== '0' ||
      !isInside(path) ||
      !(size >= 0 && at + BLOCK + size <= bytes.length)
    )
      throw new Error('This is not an archive of a release.');
    entries.push({ path, bytes: bytes.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error('The archive breaks off.');
}
