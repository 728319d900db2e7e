/** `npm test`: tools, types, lint, unit and store tests, build, browser stories; one line each, one count at the end. `--fast` leaves out build and browser, `--all` adds the long stories (tests/support/long-stories.ts) and draws anew what is drawn at random. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneOf, playwrightCount, vitestCount } from './counts.mjs';
import { ensureMachine, findChromium } from './machine.mjs';
import { ensureNative } from './native.mjs';
import { ROOT } from './sources.mjs';

const fast = process.argv.includes('--fast'), all = process.argv.includes('--all');
const reports = mkdtempSync(join(tmpdir(), 'molar-test-'));
const bin = (/** @type {string} */ path) => join(ROOT, 'node_modules', path);
const total = { passed: 0, failed: 0 };

/** @typedef {import('./counts.mjs').Count} Count */

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    running?.kill(signal);
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });
}

/**
 * Runs a script with its words on the screen.
 * @param {string[]} args script and its arguments
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>} exit code, 1 when a signal ended it
 */
function node(args, env = {}) {
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    running.on('error', reject);
    running.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * One step, its line and its time. A step that throws has failed once.
 * @param {string} name
 * @param {() => Promise<Count> | Count} work
 */
async function step(name, work) {
  console.log(`▸ ${name}`);
  const started = Date.now();
  /** @type {Count} */
  let count;
  try {
    count = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    count = { passed: 0, failed: 1 };
  }
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${count.failed === 0 ? '✓' : '✗'} ${name}: ${count.passed} passed, ${count.failed} failed${count.note ? `, ${count.note}` : ''} (${seconds} s)\n`);
  return count.failed === 0;
}

async function main() {
  const ready = await step('tools', () => {
    const say = (/** @type {string} */ line) => console.log(`  ${line}`);
    ensureNative(say);
    ensureMachine(say);
    return { passed: 0, failed: 0 };
  });
  // Nothing below says anything true without its tools.
  if (!ready) return;
  await step('types', async () => oneOf(await node([bin('typescript/bin/tsc'), '--noEmit', '-p', '.'])));
  await step('lint', async () => oneOf(await node([bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'])));
  const unit = join(reports, 'vitest.json'), seed = process.env.MOLAR_SEED ?? (all ? String(randomInt(2 ** 31 - 1)) : undefined);
  if (seed !== undefined) console.log(`What is drawn at random follows MOLAR_SEED=${seed}.\n`);
  await step('house, unit and store tests, readers', async () =>
    vitestCount(unit, await node([bin('vitest/vitest.mjs'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unit}`], seed === undefined ? {} : { MOLAR_SEED: seed })),
  );
  if (fast) return;
  const built = await step('build and budget', async () => oneOf(await node(['scripts/build.mjs'])));
  if (!built) return;
  const stories = join(reports, 'playwright.json');
  await step('stories in the browser', async () =>
    playwrightCount(
      stories,
      await node([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: stories,
        CHROMIUM_PATH: findChromium() ?? '',
        STORIES: all ? 'all' : 'short',
      }),
    ),
  );
}

await main();
rmSync(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
