/**
 * `npm run bench:NAME`: installs packages that only the benches need, then runs
 * `bench/NAME/main.ts`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNative } from '../scripts/native.mjs';
import { ROOT } from '../scripts/sources.mjs';

const [name = '', ...args] = process.argv.slice(2);
const FOLDER = join(ROOT, 'bench');
const main = join(FOLDER, name, 'main.ts');
if (!/^[a-z]+$/.test(name) || !existsSync(main)) {
  console.error(
    'Usage: npm run bench:sync | bench:seal | bench:load | bench:soak | bench:forms | bench:reports | bench:proposals | bench:vendor | bench:practice | bench:scale [-- --quick]',
  );
  process.exit(1);
}

/** Installed according to the lock file: every package is present in its version. */
function isInstalled() {
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  return Object.entries(dependencies).every(([one, version]) => {
    const manifest = join(FOLDER, 'node_modules', one, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
  });
}

try {
  ensureNative((line) => console.log(line));
  if (!isInstalled()) {
    console.log(
      'Installing what the benches measure beside Molar (bench/package-lock.json, not part of the product) …',
    );
    // Passed here in addition to bench/.npmrc: `npm run` passes the root's settings down, and those
    // would win.
    const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--engine-strict=false'], {
      cwd: FOLDER,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (done.status !== 0 || !isInstalled())
      throw new Error('The packages of the benches could not be installed: run npm ci in bench/.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const child = spawn(process.execPath, ['--enable-source-maps', '--import', 'tsx', main, ...args], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
