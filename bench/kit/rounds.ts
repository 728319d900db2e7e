/**
 * Runs candidates interleaved in rounds, so that a slow moment of the machine affects all of them.
 */
import { tmpdir } from 'node:os';
import { probeDisk, type Probe } from './probe.ts';

export interface Candidate<R> {
  name: string;
  /** Runs the whole workload once in a fresh folder; throws if the result is wrong. */
  run(round: number): Promise<R>;
  /** Prints the result of one run immediately, so that an aborted bench still leaves results. */
  told?(result: R): string;
}
export interface Rounds<R> {
  results: Map<string, R[]>;
  probes: Probe[];
}

/**
 * Returns the folder of the bench: `BENCH_DIR` selects one on the disk to be measured; the default
 * is the system's temporary folder.
 */
export const benchFolder = (): string => process.env.BENCH_DIR ?? tmpdir();

/**
 * Runs every candidate once per round, rotating the first, with a disk probe before each round. A
 * failing candidate aborts the bench.
 */
export async function interleave<R>(
  candidates: readonly Candidate<R>[],
  rounds: number,
  say: (line: string) => void = () => undefined,
): Promise<Rounds<R>> {
  const results = new Map<string, R[]>(candidates.map((c) => [c.name, []]));
  const probes: Probe[] = [];
  for (let round = 0; round < rounds; round++) {
    probes.push(probeDisk(benchFolder()));
    for (let i = 0; i < candidates.length; i++) {
      const candidate = candidates[(round + i) % candidates.length];
      if (!candidate) continue;
      const began = performance.now();
      const result = await candidate.run(round),
        told = candidate.told?.(result);
      results.get(candidate.name)?.push(result);
      say(
        `round ${round + 1}/${rounds}: ${candidate.name} (${((performance.now() - began) / 1000).toFixed(1)} s)${told === undefined ? '' : `: ${told}`}`,
      );
    }
  }
  return { results, probes };
}
