/**
 * Rules of the lock file: one registry, a hash for each package, exact versions, no version below a
 * floor of `floors.json`, no release younger than a week, no script at the installation.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

/** Lines that `.npmrc` has. */
const NPMRC = ['ignore-scripts=true', 'save-exact=true', 'min-release-age=7'];
const REGISTRY = 'https://registry.npmjs.org/';

/**
 * @typedef {{ name?: string, version?: string, integrity?: string, resolved?: string, link?: boolean,
 *   inBundle?: boolean, dependencies?: Record<string, string>,
 *   devDependencies?: Record<string, string> }} Locked
 * @typedef {Record<string, { lowest: string, why: string }>} Floors
 */

/** Returns a negative number if version `a` is older than `b`; a pre-release is older. */
function compareVersions(/** @type {string} */ a, /** @type {string} */ b) {
  const parts = (/** @type {string} */ text) =>
    (text.split(/[-+]/)[0] ?? '').split('.').map(Number);
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < 3; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(b.includes('-')) - Number(a.includes('-'));
}

const nameOf = (/** @type {string} */ path) => path.split('node_modules/').at(-1) ?? '';

/**
 * Lists what breaks the rules.
 * @param {{ packages: Record<string, Locked> }} lock package-lock.json
 * @param {string} npmrc text of .npmrc
 * @param {Floors} floors
 * @returns {string[]}
 */
export function lockFaults(lock, npmrc, floors) {
  const faults = NPMRC.filter((line) => !npmrc.split('\n').includes(line)).map(
    (line) => `.npmrc lacks ${line}`,
  );
  for (const [path, one] of Object.entries(lock.packages)) {
    if (path === '') {
      const named = { ...one.dependencies, ...one.devDependencies };
      for (const [name, version] of Object.entries(named))
        if (!/^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version))
          faults.push(`${name} has no exact version: ${version}`);
      continue;
    }
    const name = one.name ?? nameOf(path),
      floor = floors[name];
    if (one.link) faults.push(`${path} is a link`);
    // npm drops the hash of another system's binary when it writes the file next to an installation;
    // `npm install --package-lock-only` in a folder without one adds it again.
    else if (!one.inBundle && !/^sha512-[\w+/]{86}==$/.test(one.integrity ?? ''))
      faults.push(`${path} has no SHA-512`);
    if (one.resolved !== undefined && !one.resolved.startsWith(REGISTRY))
      faults.push(`${path} comes from ${one.resolved}`);
    if (floor && compareVersions(one.version ?? '0', floor.lowest) < 0)
      faults.push(`${path} ${one.version} is below ${floor.lowest} (${floor.why})`);
  }
  return faults;
}

/** Lists what breaks the rules in this repository. */
export const ownLockFaults = () => {
  const read = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8');
  return lockFaults(
    JSON.parse(read('package-lock.json')),
    read('.npmrc'),
    JSON.parse(read('scripts/floors.json')),
  );
};
