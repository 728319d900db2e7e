/**
 * `npm run fuzz [-- READER] [--seconds N] [--seed N]`: feeds mutated files to the readers of foreign
 * bytes, guided by the blocks that run. Inputs of findings are kept in `test-results/fuzz`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './sources.mjs';

const READERS = ['gdt', 'vdds', 'ical', 'csv', 'pdf', 'frame', 'fhir'];
const FOLDER = join(ROOT, 'test-results/fuzz');
/** A reader that is over its time by this much, also on a busy machine, has an input that never ends. */
const HANG_MS = 600_000;

const args = process.argv.slice(2);
const value = (/** @type {string} */ name, /** @type {string} */ otherwise) =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise;
const seconds = Number(value('--seconds', '600')),
  seed = value('--seed', String(Math.trunc(Date.now() / 1000))),
  only = args[0] !== undefined && !args[0].startsWith('--') ? args[0] : '';
if (only !== '' && !READERS.includes(only)) {
  console.error(`There is no reader ${only}: ${READERS.join(', ')}.`);
  process.exit(1);
}

/**
 * @typedef {{ name: string, runs: number, corpus: number, blocks: number,
 *   findings: { file: string, text: string }[] }} Report
 */

/**
 * Runs one reader; a program that does not end in time counts as a finding.
 * @param {string} program @param {string} reader
 * @returns {Promise<Report | undefined>}
 */
function fuzz(program, reader) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, reader, String(seconds), seed, ROOT, FOLDER], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const stop = () => child.kill('SIGKILL');
    process.once('exit', stop);
    const timer = setTimeout(stop, seconds * 1000 + HANG_MS);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve(code === 0 ? JSON.parse(output.trim().split('\n').at(-1) ?? '') : undefined);
    });
  });
}

mkdirSync(FOLDER, { recursive: true });
const out = mkdtempSync(join(tmpdir(), 'fuzz-readers-'));
symlinkSync(join(ROOT, 'node_modules'), join(out, 'node_modules'));
writeFileSync(join(out, 'package.json'), '{"type":"module"}');
const program = join(out, 'main.js');
let isBad = false;
try {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['tests/fuzz/main.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
    external: ['better-sqlite3', 'sharp', 'pg-native', '@node-rs/argon2'],
    logLevel: 'warning',
  });
  for (const reader of only === '' ? READERS : [only]) {
    const report = await fuzz(program, reader);
    if (!report || report.findings.length > 0) isBad = true;
    console.log(
      report
        ? `${report.findings.length === 0 ? '✓' : '✗'} ${reader}: ${report.runs} inputs in ${seconds} s, ${report.blocks} blocks, ${report.corpus} kept, ${report.findings.length} findings (seed ${seed})`
        : `✗ ${reader}: did not end, see ${join(FOLDER, `${reader}.round.json`)} (seed ${seed})`,
    );
    for (const { file, text } of report?.findings ?? []) console.log(`  ${text}\n  ${file}`);
    if (report) rmSync(join(FOLDER, `${reader}.round.json`), { force: true });
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
process.exit(isBad ? 1 : 0);
