/**
 * `npm run gates [-- --only G1,G4] [--short] [--seed N]`: runs the ten gates of a release one after
 * another and writes one page, `test-results/gates.md`. `--short` uses fewer runs, which the page
 * says. A gate that nothing proves is red.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

const args = process.argv.slice(2);
const value = (/** @type {string} */ name, /** @type {string} */ otherwise) =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise;
const isShort = args.includes('--short'),
  seed = value('--seed', String(Math.trunc(Date.now() / 1000))),
  only = value('--only', '').split(',').filter(Boolean);

/** @typedef {{ args: string[], env?: Record<string, string> }} Step */
/** @returns {Step} */
const tests = (/** @type {string[]} */ files, /** @type {Record<string, string>} */ env = {}) => ({
  args: ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout', '120000', ...files],
  env,
});
/** @returns {Step} */
const chaos = (/** @type {string} */ campaign, /** @type {number} */ count) => ({
  args: [
    'scripts/chaos.mjs',
    '--only',
    campaign,
    '--count',
    String(isShort ? Math.min(5, count) : count),
    '--seed',
    seed,
  ],
});
const calls = isShort ? '5000' : '100000';

/** @type {readonly { id: string, promise: string, steps: readonly Step[], missing?: string }[]} */
const GATES = [
  {
    id: 'G1',
    promise: 'Each route and principal answers as the policy says; unknown paths are 404 or 405.',
    steps: [tests(['tests/routes.test.ts', 'tests/attack/policy.long.test.ts'])],
  },
  {
    id: 'G2',
    promise: 'No byte of another practice, patient or share in 100,000 calls.',
    steps: [
      tests(
        [
          'tests/attack/foreign.long.test.ts',
          'tests/attack/twins.long.test.ts',
          'tests/attack/twins-accounts.test.ts',
        ],
        { ATTACK_CALLS: calls },
      ),
    ],
  },
  {
    id: 'G3',
    promise:
      'No acknowledged write is lost: 1,000 kills, 300 power cuts, 300 failed system calls, 20 new root keys.',
    steps: [chaos('kill', 1000), chaos('power', 300), chaos('calls', 300), chaos('rotate', 20)],
  },
  {
    id: 'G4',
    promise: '10,000 wrong sign-ins: none succeeds, nobody else waits, owners are told.',
    steps: [
      tests(['tests/attack/logins.long.test.ts', 'tests/attack/guess-alarms.test.ts'], {
        ATTACK_LOGINS: isShort ? '500' : '10000',
      }),
    ],
  },
  {
    id: 'G5',
    promise: 'No patient in logs, URLs and errors.',
    steps: [tests(['tests/attack/away.long.test.ts', 'tests/attack/sockets.test.ts'])],
  },
  {
    id: 'G6',
    promise: 'The newest backup restores: nothing older than five minutes is missing.',
    steps: [tests(['tests/backup/restore.test.ts', 'tests/backup/backup.long.test.ts'])],
  },
  {
    id: 'G7',
    promise: 'Bad input and faults: no unexpected 5xx, no end of the process.',
    steps: [
      tests(
        [
          'tests/attack/input.test.ts',
          'tests/attack/requests.test.ts',
          'tests/attack/sockets.test.ts',
          'tests/attack/pipelining.test.ts',
          'tests/attack/database-away.long.test.ts',
          'tests/attack/fuzz.long.test.ts',
        ],
        { ATTACK_CALLS: calls },
      ),
      { args: ['scripts/fuzz.mjs', '--seconds', isShort ? '10' : '600', '--seed', seed] },
    ],
  },
  {
    id: 'G8',
    promise: 'Changed rules of policy, sessions, shares, sync, seals and audit are noticed.',
    steps: [{ args: ['scripts/mutants.mjs'] }],
  },
  {
    id: 'G9',
    promise: 'Of two simultaneous attempts at a single-use thing one succeeds.',
    steps: [
      tests([
        'tests/attack/people.long.test.ts',
        'server/platform/jobs/runner.test.ts',
        'server/accounts/sign-in/first-user.test.ts',
      ]),
    ],
  },
  {
    id: 'G10',
    promise: 'Data of an older version is read after an update.',
    steps: [tests(['server/platform/db/migrations.test.ts'])],
  },
  {
    id: 'supply',
    promise: 'SBOM, licences and lock file follow their rules.',
    steps: [{ args: ['scripts/supply.mjs'] }],
  },
];

/** Runs a step. @returns {Promise<boolean>} whether it succeeded */
const run = (/** @type {Step} */ step) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, step.args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...step.env },
    });
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      process.off('exit', stop);
      resolve(code === 0);
    });
  });

const shown = (/** @type {Step} */ { args: [program = '', ...rest], env = {} }) =>
  [
    ...Object.entries(env).map(([name, text]) => `${name}=${text}`),
    program.replace('node_modules/vitest/vitest.mjs', 'vitest'),
    ...rest,
  ].join(' ');

const rows = [];
let isRed = false;
for (const { id, promise, steps, missing } of GATES) {
  if (only.length > 0 && !only.includes(id)) {
    rows.push(`| ${id} | not run | | ${promise} | |`);
    continue;
  }
  console.log(`\n▸ ${id}: ${promise}`);
  const started = Date.now();
  let isGreen = missing === undefined;
  for (const step of steps) isGreen = (await run(step)) && isGreen;
  isRed ||= !isGreen;
  const seconds = Math.round((Date.now() - started) / 1000),
    how = missing ?? steps.map((step) => `\`${shown(step)}\``).join('<br>');
  rows.push(`| ${id} | ${isGreen ? 'green' : '**red**'} | ${seconds} s | ${promise} | ${how} |`);
}
const page = [
  '# Gates',
  '',
  `Seed ${seed}, ${new Date().toISOString()}, Node ${process.version}. ${isShort ? 'A short run with fewer calls and faults than the promises name.' : 'A run at full weight.'}`,
  '',
  '| gate | result | time | promise | how |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
  '',
].join('\n');
mkdirSync(join(ROOT, 'test-results'), { recursive: true });
writeFileSync(join(ROOT, 'test-results/gates.md'), page);
console.log(`\n${page}\nWritten to test-results/gates.md.`);
process.exit(isRed ? 1 : 0);
