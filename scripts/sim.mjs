/**
 * `npm run sim -- --seeds N --from S`: long runs of the simulation; `--show S` prints one seed's
 * trace, `--planted` searches for the planted bugs.
 */
import { createBundler } from '../tests/simulation/bundle.mjs';
import { PLANTS } from '../tests/simulation/plants.mjs';
import { catchPlant, simulate } from '../tests/simulation/run.mjs';
import { ensureNative } from './native.mjs';

const args = process.argv.slice(2);
const value = (/** @type {string} */ name, /** @type {string} */ otherwise) =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise;
ensureNative((line) => console.log(line));
const bundler = await createBundler();
let isBad = false;

if (args.includes('--planted')) {
  const only = value('--planted', '');
  for (const plant of PLANTS.filter((p) => p.name.includes(only.startsWith('--') ? '' : only))) {
    const { isCaught, by } = await catchPlant(bundler, plant);
    isBad ||= !isCaught;
    console.log(`${isCaught ? 'caught' : 'MISSED'}  ${plant.name}: ${by}`);
  }
} else {
  const show = value('--show', '');
  const report = await simulate(
    bundler,
    [],
    show === ''
      ? ['--from', value('--from', '1'), '--seeds', value('--seeds', '500')]
      : ['--from', show, '--seeds', '1', '--trace', '--stack'],
  );
  isBad = report.failures.length > 0;
  for (const f of report.failures)
    console.log(
      `seed ${f.seed} breaks ${f.rule}: ${f.text}\n${JSON.stringify(f.options)}\n${f.trace.join('\n')}\n`,
    );
  const drawn = Object.entries(report.faults)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, n]) => `${kind} ${n}`)
    .join(' · ');
  console.log(
    `${report.seeds} seeds from ${report.from}: ${report.failures.length} broken; ${report.perMinute} a minute, ${report.perCpuMinute} a minute of one core; ${report.steps} steps\nfaults: ${drawn}\ntrace ${report.hash}`,
  );
}
await bundler.close();
process.exit(isBad ? 1 : 0);
