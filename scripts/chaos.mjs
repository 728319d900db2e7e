/** `npm run chaos`: faults from outside the process, against the built server and real tablets; see `tests/chaos`. Flags: `--only kill,power --count 50 --seed 7 --lanes 2`. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildConstants, ROOT } from './sources.mjs';

// As deep as the sources, so that what they find beside themselves is still there.
const folder = join(ROOT, 'dist', `chaos-main-${process.pid}`), main = join(folder, 'main.mjs');
mkdirSync(folder, { recursive: true });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await build({ absWorkingDir: ROOT, entryPoints: ['tests/chaos/main.ts'], outfile: main, bundle: true, platform: 'node', format: 'esm', target: 'node20.19', packages: 'external', external: ['../../scripts/*'], define: buildConstants(), logLevel: 'warning' });
// Disks are mounted where nobody else sees them, and go with the run.
const hasNamespace = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
const [program = '', ...args] = [...(hasNamespace ? ['unshare', '-m', '--propagation', 'private'] : []), process.execPath, main, ...process.argv.slice(2)];
const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...(hasNamespace && { CHAOS_NAMESPACE: '1' }) } });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
