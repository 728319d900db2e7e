/**
 * `npm run release -- --key FILE [--out FOLDER]`: packs the committed files and the build, and signs
 * the archive. `--new-key FILE` makes a signing key once, next to its public half.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isBuilt } from './build.mjs';
import { makeKeys, publicOf } from './release/minisign.mjs';
import { packRelease, signRelease } from './release/release-file.mjs';
import { packageVersion, ROOT } from './sources.mjs';

const { values } = parseArgs({
  options: { key: { type: 'string' }, 'new-key': { type: 'string' }, out: { type: 'string' } },
});

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}

const fresh = values['new-key'];
if (fresh !== undefined) {
  const { privatePem, publicText } = makeKeys();
  writeFileSync(fresh, privatePem, { mode: 0o600, flag: 'wx' });
  writeFileSync(`${fresh}.pub`, publicText, { flag: 'wx' });
  console.log(`${fresh} signs releases: keep it in a safe place, never in the repository.`);
  console.log(`${fresh}.pub verifies them: give it to every operator.\n${publicText}`);
  process.exit(0);
}
if (values.key === undefined) stop('Usage: npm run release -- --key FILE [--out FOLDER]');
if (process.platform !== 'win32' && (statSync(values.key).mode & 0o077) !== 0)
  stop('Others may read the signing key. Set its mode to 600.');
if (!isBuilt()) stop('The build is missing or of older sources: npm run build');
const version = packageVersion(),
  folder = values.out ?? join(ROOT, 'test-results'),
  file = join(folder, `molar-${version}.tar.gz`);
const privatePem = readFileSync(values.key, 'utf8'),
  archive = await packRelease(ROOT);
mkdirSync(folder, { recursive: true });
writeFileSync(file, archive);
writeFileSync(`${file}.minisig`, signRelease(archive, version, privatePem, new Date()));
console.log(
  `${file} (${Math.round(archive.length / 1024)} kB), signed by\n${publicOf(privatePem)}`,
);
