/** The archive of a release: what it holds, how it is signed, and what an update checks. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { signFile, verifyFile } from './minisign.mjs';
import { pack, unpack } from './tar.mjs';

/** Folders that a running installation does not need. */
const LEFT_OUT = /^(?:tests|bench|docs\/pictures)\//;
/** Parts of a build; `dist` holds folders of tests, too. */
const BUILT = /^(?:web|server)\/|^[a-z]+\.chunks\.json$|^build\.json$|^licences|^sbom\.cdx\.json$/;

/**
 * Packs the committed files and the build of a folder.
 * @param {string} root @returns {Promise<Buffer>}
 */
export function packRelease(root) {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && !LEFT_OUT.test(path) && existsSync(join(root, path)));
  const dist = join(root, 'dist');
  const built = existsSync(dist)
    ? readdirSync(dist, { recursive: true, encoding: 'utf8' })
        .map((path) => path.split(sep).join('/'))
        .filter((path) => BUILT.test(path) && statSync(join(dist, path)).isFile())
        .map((path) => `dist/${path}`)
    : [];
  return pack(
    [...tracked, ...built].map((path) => ({ path, bytes: readFileSync(join(root, path)) })),
  );
}

/**
 * Signs an archive for a version.
 * @param {Uint8Array} archive @param {string} version @param {string} privatePem @param {Date} at
 */
export const signRelease = (archive, version, privatePem, at) =>
  signFile(
    archive,
    privatePem,
    `timestamp:${Math.trunc(at.getTime() / 1000)}\tfile:molar-${version}.tar.gz\tversion:${version}`,
  );

/** @param {string} version @returns {number[]} */
const numbersOf = (version) => version.split(/[.+-]/, 3).map(Number);
/**
 * Compares versions of three numbers.
 * @param {string} a @param {string} b @returns {number} above 0 if `a` is newer
 */
export function compareVersions(a, b) {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let at = 0; at < 3; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Verifies an archive before anything of it is used.
 * @param {{ archive: Uint8Array, signature: string, publicKey: string, installed: string }} given
 * @returns {Promise<{
 *   version: string, at: Date, isNewer: boolean, entries: import('./tar.mjs').Entry[]
 * }>}
 * @throws when the signature does not fit, or the archive is of another version than it says
 */
export async function openRelease({ archive, signature, publicKey, installed }) {
  const comment = verifyFile(archive, signature, publicKey);
  const version = /(?:^|\t)version:(\d+\.\d+\.\d+[\w.+-]*)(?:\t|$)/.exec(comment)?.[1],
    seconds = /(?:^|\t)timestamp:(\d+)(?:\t|$)/.exec(comment)?.[1];
  if (version === undefined || seconds === undefined)
    throw new Error('The signature is not one of a release.');
  const entries = await unpack(archive),
    manifest = entries.find(({ path }) => path === 'package.json');
  /** @type {{ version?: unknown }} */
  const own = manifest ? JSON.parse(Buffer.from(manifest.bytes).toString('utf8')) : {};
  if (own.version !== version) throw new Error('The archive is of another version than it says.');
  return {
    version,
    at: new Date(Number(seconds) * 1000),
    isNewer: compareVersions(version, installed) > 0,
    entries,
  };
}

/**
 * Unpacks a release into a new folder.
 * @param {readonly import('./tar.mjs').Entry[]} entries @param {string} folder
 * @throws when the folder is not empty
 */
export function placeRelease(entries, folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`The folder ${folder} is not empty.`);
  for (const { path, bytes } of entries) {
    const file = join(folder, ...path.split('/'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
