/**
 * `npm run reproduce`: builds twice and compares every file; equal sources must make equal bytes.
 * The list of hashes is written to `test-results/build.sha256`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { ROOT, sourceHash } from './sources.mjs';

const DIST = join(ROOT, 'dist');
/** Parts of a build; `dist` holds folders of tests, too. */
const PARTS = /^(?:web|server)\/|^[a-z]+\.chunks\.json$|^build\.json$|^licences\//;

/** Builds, and returns the hash of each file. @returns {Promise<Map<string, string>>} */
async function built() {
  await buildAll((line) => console.log(line));
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((file) => PARTS.test(file) && statSync(join(DIST, file)).isFile())
    .sort();
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(DIST, file)))
        .digest('hex'),
    ]),
  );
}

const sources = sourceHash(),
  first = await built(),
  second = await built();
if (sourceHash() !== sources) {
  console.error('The sources changed in between; run it again.');
  process.exit(1);
}
const differing = [...new Set([...first.keys(), ...second.keys()])].filter(
  (file) => first.get(file) !== second.get(file),
);
mkdirSync(join(ROOT, 'test-results'), { recursive: true });
writeFileSync(
  join(ROOT, 'test-results/build.sha256'),
  [...second].map(([file, hash]) => `${hash}  ${file}\n`).join(''),
);
for (const file of differing) console.error(`differs: ${file}`);
console.log(`${second.size} files, ${differing.length} differ.`);
process.exit(differing.length > 0 ? 1 : 0);
