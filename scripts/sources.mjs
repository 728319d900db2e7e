/** Lists the sources of the programs and computes their hash, the build name. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project, with a trailing separator removed. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

const ROOMS = ['kiosk', 'practice', 'server', 'shared', 'catalog', 'public'];
const FILES = [
  'index.html',
  'go.html',
  'ssf.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'scripts/sources.mjs',
];

/** Tests and documentation pages change no program. */
const isSource = (/** @type {string} */ name) =>
  !/\.(test\.tsx?|md)$/.test(name) && !name.startsWith('.');

/**
 * Lists every file below a folder, sorted, as paths relative to the project with forward slashes.
 * @param {string} folder relative to the project
 * @returns {string[]}
 */
export function listFiles(folder) {
  const top = join(ROOT, folder);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => !name.split(sep).includes('node_modules') && statSync(join(top, name)).isFile(),
    )
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .sort();
}

/** Returns the SHA-256 over names and contents of all sources, as 12 hex digits. */
export function sourceHash() {
  const hash = createHash('sha256');
  for (const file of [...FILES, ...ROOMS.flatMap(listFiles)]) {
    if (!isSource(file.slice(file.lastIndexOf('/') + 1)) || !existsSync(join(ROOT, file))) continue;
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}

/** Version of package.json. */
export function packageVersion() {
  /** @type {{ version: string }} */
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return manifest.version;
}

/** Constants that the builds inject into the programs. */
export function buildConstants() {
  return { __VERSION__: JSON.stringify(packageVersion()), __BUILD__: JSON.stringify(sourceHash()) };
}
