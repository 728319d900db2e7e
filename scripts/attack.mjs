/**
 * `npm run attack [-- FILTER]`: runs the attacks of `tests/attack` at full weight; the normal test
 * run uses fewer calls.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureNative } from './native.mjs';
import { ROOT } from './sources.mjs';

ensureNative((line) => console.log(line));
const child = spawn(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'server',
    `tests/attack/${process.argv[2] ?? ''}`,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ATTACK_CALLS: '100000', ATTACK_LOGINS: '10000' },
  },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
