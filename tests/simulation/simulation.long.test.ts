/**
 * The simulation as a test: five hundred seeds, regression seeds, every planted bug, and the check
 * that a seed is reproducible.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBundler, type Bundler } from './bundle.mjs';
import { FAULTS } from './faults.mjs';
import { PLANTS } from './plants.mjs';
import { catchPlant, runProgram, type Report } from './run.mjs';
import { DAY_MS } from '../../shared/base/day-math.ts';
import { FOUND } from './seeds.ts';

const LONG = 900_000;
const folder = mkdtempSync(join(tmpdir(), 'molar-simulator-'));
let bundler: Bundler,
  program = '';
beforeAll(async () => {
  bundler = await createBundler();
  program = await bundler.bundle(folder);
});
afterAll(async () => {
  await bundler.close();
  rmSync(folder, { recursive: true, force: true });
});

const broken = (r: Report): string =>
  r.failures
    .map(
      (f) =>
        `seed ${f.seed} breaks ${f.rule}: ${f.text}\n${JSON.stringify(f.options)}\n${f.trace.join('\n')}`,
    )
    .join('\n\n');

describe('simulation', () => {
  let many: Promise<Report> | undefined, kept: Promise<Report> | undefined;
  const runMany = (): Promise<Report> =>
    (many ??= runProgram(program, ['--from', '1', '--seeds', '500']));
  const runKept = (): Promise<Report> =>
    (kept ??= runProgram(program, [
      '--only',
      FOUND.map((f) => f.seed).join(','),
      '--stop',
      String(FOUND.length),
    ]));

  test(
    '[inv S1–S5, L1, L2] 500 seeds: nothing acknowledged or finished is lost, all arrives within a minute',
    async () => {
      const report = await runMany();
      expect(broken(report)).toBe('');
      expect(report.seeds).toBe(500);
      const never = FAULTS.flatMap((f) => f.by).filter(
        (kind) => !Object.keys(report.faults).some((k) => k === kind || k.startsWith(`${kind}:`)),
      );
      expect(never, 'fault kinds that no seed drew').toEqual([]);
      // A story that fails at its first step would find nothing in any seed.
      for (const outcome of ['offer:made', 'takeover:taken', 'parts:both', 'restore:done'])
        expect(report.faults[outcome] ?? 0, outcome).toBeGreaterThan(0);
    },
    LONG,
  );

  test(
    'a seed repeats to the last step, in another process and after any other run',
    async () => {
      const again = await runProgram(program, ['--from', '40', '--seeds', '20']);
      expect(again.hashes).toHaveLength(20);
      expect(again.hashes).toEqual((await runMany()).hashes.slice(39, 59));
    },
    LONG,
  );

  test.each(FOUND)(
    'seed $seed, which once failed: $found',
    async ({ seed }) => {
      const report = await runKept();
      expect(report.seeds, broken(report)).toBe(FOUND.length);
      expect(broken({ ...report, failures: report.failures.filter((f) => f.seed === seed) })).toBe(
        '',
      );
    },
    LONG,
  );
});

/**
 * Each plant costs seconds: `npm test -- --all` runs every one, other runs a fifth of them, another
 * fifth each day.
 */
const FIFTHS = 5;
const today = Math.floor(Date.now() / DAY_MS) % FIFTHS;
const plants =
  process.env.ALL_PLANTS === '1' ? PLANTS : PLANTS.filter((_, at) => at % FIFTHS === today);

describe('catches planted bugs', () => {
  test.each(plants)(
    '$name',
    async (plant) => {
      const { isCaught, by } = await catchPlant(bundler, plant);
      expect(isCaught, by).toBe(true);
    },
    LONG,
  );

  test('a version that activates itself in the middle of a task [sync F20]', () => {
    // This rule prevents it: the worker waits for a message, and no build registers itself.
    const read = (path: string): string =>
      readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
    const holds = (worker: string, config: string): boolean =>
      !/install[^}]*skipWaiting/.test(worker) &&
      /SKIP_WAITING/.test(worker) &&
      !/registerType: 'autoUpdate'/.test(config) &&
      /injectRegister: (false|null)/.test(config);
    const [worker, config] = [read('kiosk/sw.ts'), read('vite.config.ts')];
    expect(holds(worker, config)).toBe(true);
    expect(holds(worker, config.replace(/registerType: '\w+'/, "registerType: 'autoUpdate'"))).toBe(
      false,
    );
  });
});
