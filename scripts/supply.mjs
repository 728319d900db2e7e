/**
 * `npm run supply`: writes `dist/sbom.cdx.json` (CycloneDX, by npm from the lock file) and
 * `dist/licences.csv`, and fails on a licence that was not allowed or on a broken rule of the lock
 * file. Equal lock files make equal bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownLockFaults } from './lock-policy.mjs';
import { ROOT } from './sources.mjs';

const DIST = join(ROOT, 'dist');
/** Licences that ask for nothing but a notice, which `licences.txt` of the build has. */
const FREE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
];
/** Licences with a further condition, allowed for these packages for this reason. */
const ALLOWED = /** @type {const} */ ([
  [/^@img\/sharp-/, /LGPL-3\.0-or-later/, 'a library of its own file, linked when it runs'],
  [/^ical\.js$/, /^MPL-2\.0$/, 'unchanged; its source is on the registry'],
  [/^(?:axe-core|ico-endec|lightningcss.*)$/, /^MPL-2\.0$/, 'a tool of tests and builds'],
  [/^(?:fhirpath|@lhncbc\/ucum-lhc)$/, /^SEE LICENSE IN LICENSE\.md$/i, 'BSD-like, with a notice'],
  [/^@stackforge-eu\/factur-x$/, /^EUPL-1\.2$/, 'a tool of tests, unchanged'],
  [/^emitter-component$/, /^$/, 'MIT by its page; the package names none'],
]);

/**
 * Checks whether a licence of a package is allowed. Of „A OR B“ one suffices, of „A AND B“ each is
 * needed.
 * @param {string} name @param {string} licence SPDX expression
 * @returns {boolean}
 */
export function isAllowed(name, licence) {
  if (ALLOWED.some(([who, what]) => who.test(name) && what.test(licence))) return true;
  const bare = licence.replace(/^\(|\)$/g, '');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => isAllowed(name, one.trim()));
  if (bare.includes(' AND '))
    return bare.split(' AND ').every((one) => isAllowed(name, one.trim()));
  return FREE.includes(bare);
}

/**
 * @typedef {{ name: string, version: string, licence: string, path: string }} Package
 */

/**
 * Lists the packages of the lock file; the licence is empty where neither the lock file nor the
 * installation names one. One under another name of ours is listed by its own.
 * @returns {Package[]}
 */
function listPackages() {
  /** @type {{ packages: Record<string, { name?: string, version?: string, license?: string }> }} */
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name = path.split('node_modules/').at(-1) ?? '', version = '', license }]) => {
      const own = join(ROOT, path, 'package.json');
      const licence =
        license ?? (existsSync(own) ? (JSON.parse(readFileSync(own, 'utf8')).license ?? '') : '');
      return { name, version, licence, path };
    });
}

/** Writes the SBOM without its time and its random number. */
function writeSbom() {
  const npm = process.env.npm_execpath,
    args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text =
    npm === undefined
      ? execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
      : execFileSync(process.execPath, [npm, ...args], {
          cwd: ROOT,
          encoding: 'utf8',
          maxBuffer: 1 << 28,
        });
  const sbom = JSON.parse(text);
  delete sbom.metadata.timestamp;
  delete sbom.serialNumber;
  const hash = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
  sbom.serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  writeFileSync(join(DIST, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`);
  return /** @type {unknown[]} */ (sbom.components).length;
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(DIST, { recursive: true });
  const packages = listPackages(),
    refused = packages.filter(({ name, licence }) => !isAllowed(name, licence)),
    faults = ownLockFaults();
  const rows = packages.map((one) => `${one.name};${one.version};${one.licence}`).sort();
  writeFileSync(
    join(DIST, 'licences.csv'),
    `${['package;version;licence', ...new Set(rows)].join('\n')}\n`,
  );
  console.log(`dist/sbom.cdx.json lists ${writeSbom()} components.`);
  console.log(`dist/licences.csv lists ${packages.length} packages.`);
  for (const { name, version, licence } of refused)
    console.error(`${name} ${version}: the licence „${licence}“ was not allowed.`);
  for (const fault of faults) console.error(fault);
  process.exit(refused.length + faults.length > 0 ? 1 : 0);
}
