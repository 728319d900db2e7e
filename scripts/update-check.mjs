/**
 * `npm run update:check -- ARCHIVE [--key FILE_OR_KEY] [--to FOLDER] [--older]`: verifies the
 * signature of a release and unpacks it into a new folder. An archive that is not newer than the
 * installed program is refused unless `--older` asks for it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openRelease, placeRelease } from './release/release-file.mjs';
import { packageVersion, ROOT } from './sources.mjs';

/** Public key that a delivered program brings along. */
const OWN_KEY = join(ROOT, 'release.pub');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, to: { type: 'string' }, older: { type: 'boolean' } },
});

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}

const [file] = positionals,
  key = values.key ?? OWN_KEY;
if (file === undefined)
  stop('Usage: npm run update:check -- ARCHIVE [--key FILE_OR_KEY] [--to FOLDER] [--older]');
if (values.key === undefined && !existsSync(OWN_KEY))
  stop('No public key is at hand: pass the one of the vendor with --key.');
const installed = packageVersion();
try {
  const release = await openRelease({
    archive: readFileSync(file),
    signature: readFileSync(`${file}.minisig`, 'utf8'),
    publicKey: existsSync(key) ? readFileSync(key, 'utf8') : key,
    installed,
  });
  console.log(`Signed: version ${release.version} of ${release.at.toISOString()}.`);
  if (!release.isNewer && values.older !== true)
    stop(`Version ${installed} is installed, and this one is not newer. Nothing was unpacked.`);
  if (values.to !== undefined) {
    placeRelease(release.entries, values.to);
    console.log(`Unpacked into ${values.to}. Next: npm ci there, then start it from there.`);
  }
} catch (error) {
  stop(`Not used: ${error instanceof Error ? error.message : String(error)}`);
}
