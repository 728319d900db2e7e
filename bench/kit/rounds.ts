/** Runs candidates in turn, round after round, so that a slow moment of the machine meets all of them. */
import { tmpdir } from 'node:os';
import { probeDisk, type Probe } from './probe.ts';

export interface Candidate<R> {
  name: string;
  /** Does the whole work once, in a fresh place; throws when the result is not right. */
  run(round: number): Promise<R>;
  /** What one run says, told at once: a long bench that is broken off has said something. */
  told?(result: R): string;
}
export interface Rounds<R> {
  results: Map<string, R[]>;
  probes: Probe[];
}

/** `BENCH_DIR` names a folder on the disk that is to be measured; the system's folder for passing files otherwise. */
export const benchFolder = (): string => process.env.BENCH_DIR ?? tmpdir();

/**
 * Every candidate once a round, starting with another one each round; a disk probe before each round. A candidate that
 * fails ends the bench: a number without its run says nothing.
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
