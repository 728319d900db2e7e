/**
 * `npm run mutants [-- PART …] [--keep]`: changes the rules of each part in small ways and runs the
 * part's tests against every change (Stryker). A score below the one in `scripts/mutants/scores.json`
 * is an error; `--keep` writes a higher score there. Changes that no test noticed are printed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PARTS } from './mutants/parts.mjs';
import { ROOT } from './sources.mjs';

const SCORES = join(ROOT, 'scripts/mutants/scores.json');
/** Copies of the sources, which Stryker changes. */
const SANDBOX = `.stryker-tmp/${process.pid}`;
/** What no test of a part reads: copying it would take longer than the tests. */
const LEFT_OUT = [
  'bench',
  'catalog',
  'data',
  'dist',
  'docs/pictures',
  'kiosk',
  'practice',
  'test-results',
  'server/paper/fonts',
  ...readdirSync(join(ROOT, 'tests'))
    .filter((name) => name !== 'support')
    .map((name) => `tests/${name}`),
];

/**
 * @typedef {{ status: string, mutatorName: string, replacement?: string,
 *   location: { start: { line: number, column: number } } }} Mutant
 * @typedef {{ files: Record<string, { mutants: Mutant[] }> }} Report the schema of mutation reports
 * @typedef {Record<string, number>} Scores percent of noticed changes by part
 */

const args = process.argv.slice(2),
  wanted = args.filter((one) => !one.startsWith('--')),
  isKept = args.includes('--keep');
const unknown = wanted.find((part) => !(part in PARTS));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

/**
 * Runs the tests of a part against its mutants.
 * @param {string} part
 * @returns {Promise<(Mutant & { file: string })[]>}
 */
async function mutantsOf(part) {
  const { mutate = [], tests = [] } = PARTS[part] ?? {};
  const missing = [...mutate, ...tests].find((file) => !existsSync(join(ROOT, file)));
  if (missing !== undefined) throw new Error(`${part} names ${missing}, which does not exist.`);
  const folder = mkdtempSync(join(tmpdir(), 'molar-mutants-'));
  try {
    await run(settingsIn(folder, mutate), tests);
    /** @type {Report} */
    const { files } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    return Object.entries(files).flatMap(([file, { mutants }]) =>
      mutants.map((mutant) => ({ ...mutant, file })),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(join(ROOT, SANDBOX), { recursive: true, force: true });
  }
}

/** Writes Stryker's settings. @param {string} folder @param {readonly string[]} mutate */
function settingsIn(folder, mutate) {
  const file = join(folder, 'stryker.json');
  writeFileSync(
    file,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
      mutate,
      coverageAnalysis: 'perTest',
      // A change of a constant needs every test in a new process: half of the time for a sixth of the
      // changes.
      ignoreStatic: true,
      concurrency: 1,
      disableTypeChecks: false,
      // TypeScript 7 has no API with which Stryker would rewrite the settings; the tests need none.
      tsconfigFile: 'none.json',
      ignorePatterns: LEFT_OUT,
      reporters: ['json'],
      jsonReporter: { fileName: join(folder, 'report.json') },
      tempDirName: SANDBOX,
      cleanTempDir: 'always',
      timeoutMS: 20_000,
      logLevel: 'warn',
    }),
  );
  return file;
}

/**
 * Runs Stryker; its process must end, but its code says nothing that the report does not.
 * @param {string} settings @param {readonly string[]} tests @returns {Promise<void>}
 */
function run(settings, tests) {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', settings],
      {
        cwd: ROOT,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, MUTANT_TESTS: tests.join(',') },
      },
    );
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', stop);
      if (code === 0) resolve();
      else reject(new Error(`Stryker ended with ${code}.`));
    });
  });
}

/** Counts as noticed. @param {Mutant} mutant */
const isNoticed = ({ status }) => status === 'Killed' || status === 'Timeout';
/** Was run at all; a mutant that does not compile, or is marked, says nothing. @param {Mutant} mutant */
const isJudged = (mutant) =>
  isNoticed(mutant) || mutant.status === 'Survived' || mutant.status === 'NoCoverage';

/** @returns {Scores} */
const readScores = () => JSON.parse(readFileSync(SCORES, 'utf8'));

let hasFallen = false;
for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const started = Date.now(),
    judged = (await mutantsOf(part)).filter(isJudged),
    missed = judged.filter((mutant) => !isNoticed(mutant)),
    endless = judged.filter(({ status }) => status === 'Timeout'),
    scores = readScores(),
    least = scores[part];
  if (judged.length === 0) throw new Error(`${part} has no mutants.`);
  // Rounded down, so that a stored score is always reached again.
  const score = Math.floor(1000 * (1 - missed.length / judged.length)) / 10;
  for (const { file, location, status, mutatorName, replacement } of missed)
    console.log(
      `  ${file}:${location.start.line}:${location.start.column} ${status === 'NoCoverage' ? 'no test runs it' : 'survived'} ${mutatorName}: ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 80)}`,
    );
  // A part without a stored score proves nothing yet.
  const isLow = least === undefined ? !isKept : score < least;
  hasFallen ||= isLow;
  console.log(
    `${isLow ? '✗' : '✓'} ${part}: ${score} % of ${judged.length} mutants noticed (${endless.length} as endless), ${least === undefined ? 'no score is stored' : `at least ${least} % wanted`}, ${Math.round((Date.now() - started) / 1000)} s`,
  );
  if (isKept && score > (least ?? -1))
    writeFileSync(SCORES, `${JSON.stringify({ ...scores, [part]: score }, undefined, 2)}\n`);
}
process.exit(hasFallen ? 1 : 0);
