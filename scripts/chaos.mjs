/**
 * `npm run chaos`: injects faults from outside the process into the built server and real tablets;
 * see `tests/chaos`. Flags: `--only kill,power --count 50 --seed 7 --lanes 2`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildAll, isBuilt } from './build.mjs';
import { findChromium, findProgram } from './machine.mjs';
import { ensureNative } from './native.mjs';
import { buildConstants, ROOT } from './sources.mjs';

/**
 * Tools that inject the faults, and their Debian packages; campaigns with a missing tool are
 * skipped and listed.
 */
const TOOLS = {
  strace: () => findProgram('strace'),
  e2fsprogs: () => findProgram('mkfs.ext4'),
  faketime: () => findProgram('faketime'),
  chromium: findChromium,
};
const missing = Object.entries(TOOLS)
  .filter(([, find]) => find() === undefined)
  .map(([name]) => name);
if (missing.length > 0 && process.getuid?.() === 0 && findProgram('apt-get') !== undefined) {
  console.log(`installing ${missing.join(' ')} by apt-get …`);
  spawnSync('apt-get', ['update', '-qq']);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
ensureNative((line) => console.log(line));
// Only real tablets load the apps; the campaigns build the server themselves.
const isWebNeeded =
  !process.argv.includes('--only') ||
  process.argv.some((word) => word.split(',').includes('browser'));
if (isWebNeeded && !isBuilt()) await buildAll((line) => console.log(line));

// Same depth as the sources, so that relative paths still resolve.
const folder = join(ROOT, 'dist', `chaos-main-${process.pid}`),
  main = join(folder, 'main.mjs');
mkdirSync(folder, { recursive: true });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await build({
  absWorkingDir: ROOT,
  entryPoints: ['tests/chaos/main.ts'],
  outfile: main,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  external: ['../../scripts/*'],
  define: buildConstants(),
  logLevel: 'warning',
});
// Disks are mounted in a private mount namespace that ends with the run.
const hasNamespace = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
const [program = '', ...args] = [
  ...(hasNamespace ? ['unshare', '-m', '--propagation', 'private'] : []),
  process.execPath,
  main,
  ...process.argv.slice(2),
];
const child = spawn(program, args, {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...(hasNamespace && { CHAOS_NAMESPACE: '1' }) },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
