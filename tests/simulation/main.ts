/**
 * The simulator's program: runs seeds (`--from`, `--seeds`, or `--only` with a list) and prints one
 * JSON line of results.
 */
import './globals.ts';
import { rememberQueries } from './queries.ts';
import { makeTemplate } from './template.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runSeed } from './story.ts';

const argument = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
};
const from = Number(argument('from', '1')),
  count = Number(argument('seeds', '1')),
  only = argument('only', ''),
  folder = argument('folder', '.');
const seeds =
  only === '' ? Array.from({ length: count }, (_, i) => from + i) : only.split(',').map(Number);
// Creating a stack costs more than the step that throws; `--stack` keeps them for the analysis of
// one seed.
if (!process.argv.includes('--stack')) Error.stackTraceLimit = 0;
rememberQueries();
const realNow = process.hrtime.bigint;

// The template is built next to the program, like its migrations.
const template = await makeTemplate(folder, readFileSync(new URL('migrated.db', import.meta.url)));
const started = realNow(),
  cpu = process.cpuUsage();
const faults: Record<string, number> = {};
const failures: unknown[] = [],
  hashes: string[] = [];
const hash = createHash('sha256'),
  stop = Number(argument('stop', '3'));
let steps = 0,
  done = 0;
for (const seed of seeds) {
  const seen = await runSeed(seed, template, folder);
  for (const [kind, n] of Object.entries(seen.faults)) faults[kind] = (faults[kind] ?? 0) + n;
  steps += seen.steps;
  done++;
  hashes.push(createHash('sha256').update(seen.trace.join('\n')).digest('hex').slice(0, 16));
  hash.update(seen.trace.join('\n'));
  if (seen.failure) {
    failures.push({ seed, ...seen.failure, options: seen.options, trace: seen.trace });
    if (failures.length >= stop) break;
  } else if (process.argv.includes('--trace'))
    failures.push({
      seed,
      rule: 'none',
      text: 'nothing is broken',
      options: seen.options,
      trace: seen.trace,
    });
}
const used = process.cpuUsage(cpu),
  seconds = Number(realNow() - started) / 1e9,
  cpuSeconds = (used.user + used.system) / 1e6;
// A pipe may not take a long trace at once: exiting before the write has finished would cut it off.
process.stdout.write(
  `${JSON.stringify({ seeds: done, from, seconds, cpuSeconds, perMinute: Math.round((done / seconds) * 60), perCpuMinute: Math.round((done / cpuSeconds) * 60), steps, hash: hash.digest('hex'), hashes, faults, failures })}\n`,
  () => process.exit(failures.length === 0 ? 0 : 1),
);
