/** Builds the simulator and runs it: many seeds, one seed with its trace, or the planted bugs. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {{ seed: number, rule: string, text: string, options: object, trace: string[] }} Failure
 * @typedef {{ seeds: number, from: number, seconds: number, cpuSeconds: number, perMinute: number,
 * perCpuMinute: number, steps: number, hash: string, hashes: string[], faults: Record<string,
 * number>, failures: Failure[] }} Report
 */

/** A folder in memory if the machine supports it. */
const memoryFolder = () =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'molar-simulation-'));

/**
 * Flags of Node: room for objects that live as long as a story; baseline machine code at once,
 * never discarded; and optimisation only after eight times the usual number of calls, since
 * optimising costs more than it saves in some hundred seeds.
 */
const FLAGS = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
  '--interrupt-budget=540672',
  '--always-sparkplug',
  '--no-flush-bytecode',
];
/**
 * Runs the built simulator.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<Report>} a start that fails is a failure of the rule `start`
 */
export function runProgram(program, args) {
  const folder = memoryFolder();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...FLAGS, program, '--folder', folder, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '',
      err = '';
    child.stdout.on('data', (/** @type {Buffer} */ d) => {
      out += d.toString();
    });
    child.stderr.on('data', (/** @type {Buffer} */ d) => {
      err += d.toString();
    });
    child.on('error', reject);
    child.on('close', () => {
      rmSync(folder, { recursive: true, force: true });
      const last = out.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) {
        resolve(JSON.parse(last));
        return;
      }
      resolve({
        seeds: 0,
        from: 0,
        seconds: 0,
        cpuSeconds: 0,
        perMinute: 0,
        perCpuMinute: 0,
        steps: 0,
        hash: '',
        hashes: [],
        faults: {},
        failures: [{ seed: 0, rule: 'start', text: err.slice(-2000), options: {}, trace: [] }],
      });
    });
  });
}

/**
 * Builds with these changes and runs; the program is removed afterwards.
 * @param {import('./bundle.mjs').Bundler} bundler
 * @param {import('./bundle.mjs').Change[]} changes
 * @param {string[]} args
 */
export async function simulate(bundler, changes, args) {
  const out = memoryFolder();
  try {
    return await runProgram(await bundler.bundle(out, changes), args);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/**
 * Runs stories until one catches a planted bug.
 * @param {import('./bundle.mjs').Bundler} bundler
 * @param {import('./plants.mjs').Plant} plant
 * @returns {Promise<{ isCaught: boolean, by: string }>}
 */
export async function catchPlant(bundler, plant) {
  const report = await simulate(bundler, plant.changes, [
    '--from',
    String(plant.from ?? 1),
    '--seeds',
    String(plant.seeds ?? 300),
    '--stop',
    '1',
  ]);
  const found = report.failures[0];
  return {
    isCaught: found !== undefined && plant.caught.test(found.rule),
    by:
      found === undefined
        ? `nothing in ${report.seeds} seeds`
        : `seed ${found.seed}, ${found.rule}: ${found.text.split('\n').find((l) => l.trim() !== '') ?? ''}`,
  };
}
