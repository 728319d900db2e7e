/**
 * `npm run chaos`: runs campaigns from a seed, reports progress, and ends with one table and an
 * exit code.
 */
import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import { CAMPAIGNS, type Campaign } from './campaigns.ts';
import { isClean, newTally, openLab, type Tally } from './lab.ts';

const USAGE = `Usage: npm run chaos -- [--only ${CAMPAIGNS.map((one) => one.name).join(',')}] [--count N] [--seed S] [--lanes N] [--port P]`;
const refuse = (why: string): never => {
  console.error(`${why}\n${USAGE}`);
  process.exit(2);
};
function optionsOf(
  args: string[],
): Partial<Record<'only' | 'count' | 'seed' | 'lanes' | 'port', string>> {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string' },
        count: { type: 'string' },
        seed: { type: 'string' },
        lanes: { type: 'string' },
        port: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
const whole = (text: string | undefined, fallback: number): number => {
  const n = text === undefined ? fallback : Number(text);
  return Number.isSafeInteger(n) && n >= 0 ? n : refuse(`${text} is no whole number.`);
};
const values = optionsOf(process.argv.slice(2));
const seed = whole(values.seed, Math.floor(Math.random() * 1e9)),
  lanes = Math.max(1, whole(values.lanes, 2)),
  port = whole(values.port, 4620);
const names = values.only?.split(',');
const chosen = CAMPAIGNS.filter((one) => names === undefined || names.includes(one.name));
const unknown = names?.find((name) => !CAMPAIGNS.some((one) => one.name === name));
if (unknown !== undefined) refuse(`No campaign is called ${unknown}.`);

const started = performance.now();
const say = (line: string): void => {
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}`);
};
say(`seed ${seed}`);
const lab = await openLab({ say, tablets: 4, tasks: 8, ports: (lane) => port + lane * 2 });
const rows: [Campaign, Tally][] = [];
try {
  for (const campaign of chosen) {
    const missing = campaign.missing?.();
    if (missing !== undefined) {
      say(`${campaign.name}: left out, ${missing}`);
      continue;
    }
    const tally = newTally(),
      target = whole(values.count, campaign.count);
    rows.push([campaign, tally]);
    say(`${campaign.name}: ${target} ${campaign.what}`);
    const told = setInterval(
      () =>
        say(
          `${campaign.name}: ${tally.runs} of ${target}, ${tally.acked} acknowledged ops proved so far`,
        ),
      15_000,
    );
    try {
      await campaign.run({ lab, count: target, seed, lanes, tally });
    } catch (error) {
      tally.wrong += 1;
      tally.notes.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    } finally {
      clearInterval(told);
    }
    say(`${campaign.name}: ${tally.runs} runs, ${isClean(tally) ? 'clean' : 'NOT CLEAN'}`);
    for (const line of tally.notes) say(`    ${line}`);
  }
} finally {
  lab.close();
}
const columns = [
  'runs',
  'acked',
  'lost',
  'doubled',
  'torn',
  'unjudged',
  'damaged',
  'wrong',
] as const;
console.log(`\n${'campaign'.padEnd(12)}${columns.map((name) => name.padStart(10)).join('')}`);
for (const [campaign, tally] of rows)
  console.log(
    `${campaign.name.padEnd(12)}${columns.map((name) => String(tally[name]).padStart(10)).join('')}`,
  );
const isGood = rows.every(([, tally]) => isClean(tally) && tally.runs > 0);
console.log(
  `\n${isGood ? 'Nothing was lost, doubled or torn.' : 'Something did not hold.'} Seed ${seed}.`,
);
process.exit(isGood ? 0 : 1);
