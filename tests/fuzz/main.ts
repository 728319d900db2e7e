/**
 * The fuzzer's program: mutates inputs of one reader for some seconds, keeps those that run new
 * blocks, and prints one JSON line. Before each round it writes its inputs, so that one that never
 * ends can be found.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startCoverage } from './coverage.ts';
import { createDice, mutate } from './mutate.ts';
import { TARGETS } from './targets.ts';

const [name = '', seconds = '10', seed = '1', root = '.', folder = '.'] = process.argv.slice(2);
const target = TARGETS[name];
if (!target) throw new Error(`There is no reader ${name}.`);
/** Reading the blocks takes longer than most inputs: rounds without news grow. */
const SMALLEST_ROUND = 16,
  LARGEST_ROUND = 1024,
  MOST_FINDINGS = 10;

const dice = createDice(Number(seed)),
  corpus = [...target.seeds(root)],
  findings: { file: string; text: string }[] = [];
const take = await startCoverage('fuzz-readers'),
  seen = new Set<string>();
let runs = 0,
  size = SMALLEST_ROUND;

function keep(bytes: Uint8Array, text: string): void {
  if (findings.some((one) => one.text === text)) return;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12),
    file = path.join(folder, `${name}-${hash}.bin`);
  writeFileSync(file, bytes);
  findings.push({ file, text });
}
const shorten = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.stack ?? '').split('\n').slice(1, 4)].join(' | ').slice(0, 500)
    : String(error).slice(0, 500);

async function run(bytes: Uint8Array): Promise<void> {
  // Time of the processor: a busy machine is no finding.
  const before = process.cpuUsage();
  runs += 1;
  try {
    await target!.run(bytes);
  } catch (error) {
    keep(bytes, shorten(error));
  }
  const { user, system } = process.cpuUsage(before),
    took = (user + system) / 1000;
  if (took > target!.limitMs) keep(bytes, `took ${Math.round(took / 1000)} s`);
}

/** Runs a round once more, one by one, and keeps the inputs that run new blocks. */
async function keepNew(round: readonly Uint8Array[], fresh: Set<string>): Promise<void> {
  for (const one of round) {
    await run(one);
    const blocks = await take();
    if (![...fresh].some((block) => blocks.has(block))) continue;
    corpus.push(one);
    for (const block of blocks) fresh.delete(block);
    if (fresh.size === 0) return;
  }
}

mkdirSync(folder, { recursive: true });
for (const one of corpus) await run(one);
for (const block of await take()) seen.add(block);
const until = performance.now() + Number(seconds) * 1000;
while (performance.now() < until && findings.length < MOST_FINDINGS) {
  const pick = (): Uint8Array => corpus[dice(corpus.length)] ?? new Uint8Array();
  const round = Array.from({ length: size }, () => mutate(pick(), pick(), target.words, dice));
  writeFileSync(
    path.join(folder, `${name}.round.json`),
    JSON.stringify(round.map((one) => Buffer.from(one).toString('base64'))),
  );
  for (const one of round) await run(one);
  const fresh = new Set([...(await take())].filter((block) => !seen.has(block)));
  for (const block of fresh) seen.add(block);
  size = fresh.size > 0 ? SMALLEST_ROUND : Math.min(size * 2, LARGEST_ROUND);
  if (fresh.size > 0) await keepNew(round, fresh);
}
console.log(JSON.stringify({ name, runs, corpus: corpus.length, blocks: seen.size, findings }));
