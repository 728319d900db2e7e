/** Counts how often a process asks the disk to keep what was written, where strace may look at it; tracing slows, so such a run is not timed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { findProgram } from '../../scripts/machine.mjs';

export interface SyncCount {
  stop(): Promise<number>;
}

/** @param file where strace writes; removed by `stop` */
export async function countSyncs(pid: number, file: string): Promise<SyncCount | undefined> {
  const strace = findProgram('strace');
  if (strace === undefined) return undefined;
  const tracer = spawn(
    strace,
    ['-f', '-e', 'trace=fsync,fdatasync,sync_file_range', '-o', file, '-p', String(pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(tracer, 'exit');
  // strace says "attached" on stderr, or why it may not.
  const attached = await Promise.race([
    once(tracer.stderr, 'data').then(([words]: unknown[]) => /attached/.test(String(words))),
    gone.then(() => false),
  ]);
  if (!attached) {
    tracer.kill('SIGKILL');
    return undefined;
  }
  return {
    async stop() {
      tracer.kill('SIGINT');
      await gone;
      const count = (readFileSync(file, 'utf8').match(/\b(?:fsync|fdatasync)\(/g) ?? []).length;
      rmSync(file, { force: true });
      return count;
    },
  };
}
