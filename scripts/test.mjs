/**
 * `npm test`: tools, in parallel to types, format, lint, unused code and build; then unit and store
 * tests, in parallel to browser stories; one line each, one count at the end. `--fast` leaves out build, browser,
 * PostgreSQL and the slow tests (`*.long.test.ts`), of which other runs take a twenty-eighth a day, as of
 * the slow stories (`*.long.spec.ts`, `turns.mjs`).
 * `--all` adds the others, the stories tagged `@long`, the stories in Firefox and WebKit, every
 * planted bug of the simulation, and a new seed for random tests; it records the time of each slow
 * file (`slow.json`).
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun, oneOf, playwrightCount, vitestCount } from './counts.mjs';
import { findChromium } from './machine.mjs';
import { listFiles, ROOT } from './sources.mjs';
import { dayOf, isSlow, leftOut, recordTimes } from './turns.mjs';

const fast = process.argv.includes('--fast'),
  all = process.argv.includes('--all');
const reports = mkdtempSync(join(tmpdir(), 'molar-test-'));
const bin = (/** @type {string} */ path) => join(ROOT, 'node_modules', path);
const total = { passed: 0, failed: 0 };
const times = join(reports, 'times.jsonl');
if (all) process.env.TIMES_FILE = times;

/** @typedef {import('./counts.mjs').Count} Count */

const ROOMS = ['bench', 'catalog', 'kiosk', 'practice', 'scripts', 'server', 'shared', 'tests'];
const files = ROOMS.flatMap(listFiles);
/** Slow tests and stories that run another time; the configurations leave them out. */
const waiting = new Set(fast ? files.filter(isSlow) : all ? [] : leftOut(files, Date.now()));
/** Number of test and story files, to detect those that did not run. */
const testFiles = files.filter((file) => /\.test\.tsx?$/.test(file) && !waiting.has(file)).length;
const specs = files.filter((file) => file.endsWith('.spec.ts') && !waiting.has(file));
const engineFiles = specs.filter((file) => file.startsWith('tests/engines/')).length,
  storyFiles = specs.length - engineFiles;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });
}

/**
 * Runs a script with its output on the screen.
 * @param {string[]} args script and its arguments
 * @param {Record<string, string>} [env]
 * @param {(text: string) => void} [say] receives the output instead of the screen
 * @param {{ yields?: boolean }} [how] `yields`: other steps get the processor first
 * @returns {Promise<number>} exit code, 1 when a signal ended it
 */
function node(args, env = {}, say, { yields = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: say ? ['inherit', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    running.add(child);
    if (yields && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    if (say)
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', say);
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/**
 * Names of the steps running in parallel: their output comes at the end, until then a line shows
 * progress.
 */
const parallel = new Set();
const ALIVE_MS = 15_000;
const began = Date.now();
setInterval(() => {
  if (parallel.size === 0) return;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`  still running: ${[...parallel].join(', ')}, ${seconds} s`);
}, ALIVE_MS).unref();

/**
 * Runs one step and prints its line and time. A step that throws counts as one failure.
 * @param {string} name
 * @param {(say: (text: string) => void) => Promise<Count> | Count} work output passed to `say` is
 * printed below its name
 * @param {{ isBeside?: boolean }} [how] `isBeside`: runs in parallel with others, so its output is
 * printed at once when it has ended
 */
async function step(name, work, { isBeside = false } = {}) {
  let words = `▸ ${name}\n`;
  if (isBeside) parallel.add(name);
  const say = (/** @type {string} */ text) =>
    void (isBeside ? (words += text) : process.stdout.write(text));
  if (!isBeside) process.stdout.write(words);
  const started = Date.now();
  /** @type {Count} */
  let count;
  try {
    count = await work(say);
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n`);
    count = { passed: 0, failed: 1 };
  }
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  parallel.delete(name);
  if (isBeside) process.stdout.write(words);
  console.log(
    `${count.failed === 0 ? '✓' : '✗'} ${name}: ${count.passed} passed, ${count.failed} failed${count.note ? `, ${count.note}` : ''} (${seconds} s)\n`,
  );
  return count.failed === 0;
}

/** Prerequisites of every test; most of the time goes into compiling SQLite, if that is needed. */
const tools = () =>
  step(
    'tools',
    async (say) => {
      if ((await node(['scripts/tools.mjs'], {}, say)) !== 0) return { passed: 0, failed: 1 };
      return { passed: 0, failed: 0 };
    },
    { isBeside: true },
  );

/**
 * Steps that need none of those tools: types, format, lint and, unless `--fast`, the build.
 * @returns whether there is a build for the stories
 */
async function fromSource() {
  const beside = { isBeside: true };
  // A run that is repeated often has the state of the last one; without it the linter, which reads all
  // types anyway, checks them in the same pass.
  if (fast)
    await step(
      'types',
      async (say) => oneOf(await node([bin('typescript/bin/tsc'), '--noEmit', '-p', '.'], {}, say)),
      beside,
    );
  await step(
    'format',
    async (say) => oneOf(await node([bin('oxfmt/bin/oxfmt'), '--check'], {}, say)),
    beside,
  );
  await step(
    fast ? 'lint' : 'types and lint',
    async (say) =>
      oneOf(
        await node(
          [
            bin('oxlint/bin/oxlint'),
            '--type-aware',
            ...(fast ? [] : ['--type-check']),
            '--deny-warnings',
          ],
          {},
          say,
        ),
      ),
    beside,
  );
  await step(
    'unused code',
    async (say) =>
      oneOf(
        await node(
          [bin('knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors'],
          {},
          say,
        ),
      ),
    beside,
  );
  return (
    !fast &&
    step(
      'build and budget',
      async (say) => oneOf(await node(['scripts/build.mjs'], {}, say)),
      beside,
    )
  );
}

async function main() {
  console.log(
    `Side by side: tools, and types, format, lint, unused code${fast ? '' : ', build'}; each tells when it has ended.\n`,
  );
  const [ready, built] = await Promise.all([tools(), fromSource()]);
  // Without its tools no result below is valid.
  if (!ready) {
    await step('tests', () => notRun(testFiles + (fast ? 0 : storyFiles), 'a tool is missing'));
    return;
  }
  if (!fast && waiting.size > 0)
    console.log(
      `${waiting.size} files of slow tests and stories take their turn on another day; --all runs them now.\n`,
    );
  // Stories mostly wait; the other tests use the processor meanwhile and yield it to them, since a
  // person in a story expects a page in time.
  await Promise.all([unitTests(), ...(fast ? [] : [stories(built)])]);
  if (all) await inOtherEngines();
}

/** Tests of the house, units, stores and readers. */
async function unitTests() {
  const unit = join(reports, 'vitest.json'),
    seed = process.env.MOLAR_SEED ?? (all ? String(randomInt(2 ** 31 - 1)) : undefined);
  if (seed !== undefined) console.log(`What is drawn at random follows MOLAR_SEED=${seed}.\n`);
  await step('house, unit and store tests, readers', async () =>
    vitestCount(
      unit,
      await node(
        [
          bin('vitest/vitest.mjs'),
          'run',
          '--reporter=./scripts/reporters/vitest.mjs',
          '--reporter=json',
          `--outputFile.json=${unit}`,
        ],
        {
          ...(seed !== undefined && { MOLAR_SEED: seed }),
          LEFT_OUT: [...waiting].join(','),
          ...(fast ? { ONE_STORE: '1' } : !all && { STORES_DAY: String(dayOf(Date.now())) }),
          ...(all && { ALL_PLANTS: '1' }),
        },
        undefined,
        { yields: !fast },
      ),
      testFiles,
    ),
  );
}

/**
 * Stories in Chromium.
 * @param {boolean} built whether there is a build to open
 */
async function stories(built) {
  if (!built) {
    await step('stories in the browser', () => notRun(storyFiles, 'the build failed'));
    return;
  }
  const report = join(reports, 'playwright.json');
  await step(
    'stories in the browser',
    async (say) =>
      playwrightCount(
        report,
        await node(
          [
            bin('@playwright/test/cli.js'),
            'test',
            '--reporter=./scripts/reporters/playwright.mjs,json',
            ...(all ? [] : ['--grep-invert=@long']),
          ],
          {
            PLAYWRIGHT_JSON_OUTPUT_NAME: report,
            LEFT_OUT: [...waiting].join(','),
            CHROMIUM_PATH: findChromium() ?? '',
          },
          say,
        ),
        storyFiles,
      ),
    { isBeside: true },
  );
}

/** Runs the main stories in Firefox and WebKitGTK. */
async function inOtherEngines() {
  const engines = join(reports, 'engines.json');
  await step('stories in Firefox and WebKit', async () =>
    playwrightCount(
      engines,
      await node(['scripts/engines.mjs', '--reporter=./scripts/reporters/playwright.mjs,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: engines,
      }),
      engineFiles,
    ),
  );
}

await main();
if (all) recordTimes(times, files);
rmSync(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
