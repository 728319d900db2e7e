/**
 * `npm run deploy:check [-- --only NAME]`: checks the files of `deploy` with large programs that no
 * test run installs: promtool, Caddy, HAProxy, PostgreSQL 15 and pgBackRest of Debian. A missing program
 * fails the check that needs it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram } from './machine.mjs';
import { ROOT } from './sources.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const deploy = (/** @type {string} */ name) => join(ROOT, 'deploy', name);
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';

/** @param {string} program @param {string[]} args @param {string} [cwd] */
function run(program, args, cwd = ROOT) {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  return status === 0;
}

/** Caddy opens what it validates: addresses of the example must be of this machine. */
function caddy() {
  const folder = mkdtempSync(join(tmpdir(), 'molar-caddy-')),
    file = join(folder, 'Caddyfile'),
    text = readFileSync(deploy('balancer/Caddyfile'), 'utf8');
  writeFileSync(file, text.replaceAll(/\b10\.0\.0\.\d+:/g, '127.0.0.1:'));
  try {
    return run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const vitest = (/** @type {string} */ file) =>
  run(process.execPath, [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/deploy/vitest.config.ts',
    file,
  ]);

/** @type {readonly { name: string, debian: string, has: () => unknown, check: () => boolean }[]} */
const CHECKS = [
  {
    name: 'alarms',
    debian: 'prometheus',
    has: () => findProgram('promtool'),
    check: () =>
      run('promtool', ['check', 'rules', 'molar.rules.yml'], deploy('prometheus')) &&
      run('promtool', ['test', 'rules', 'molar.test.yml'], deploy('prometheus')),
  },
  { name: 'caddy', debian: 'caddy', has: () => findProgram('caddy'), check: caddy },
  {
    name: 'backup',
    debian: 'postgresql-15 pgbackrest',
    has: () => existsSync(POSTGRES) && findProgram('pgbackrest'),
    check: () => vitest('tests/deploy/cell-backup.check.ts'),
  },
  {
    name: 'balancer',
    debian: 'haproxy',
    has: () => findProgram('haproxy'),
    check: () => vitest('tests/deploy/balancer.check.ts'),
  },
];

const chosen = CHECKS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`There is no check ${values.only}: ${CHECKS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
let failed = 0;
for (const { name, debian, has, check } of chosen) {
  console.log(`\n▸ ${name}`);
  if (!has()) console.error(`Missing. Debian, as root: apt-get install ${debian}`);
  if (has() && check()) continue;
  console.error(`✗ ${name}`);
  failed++;
}
console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
