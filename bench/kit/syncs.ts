/**
 * Counts the fsync calls of a process if strace is permitted; tracing slows the process, so such a
 * run is not timed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { findProgram } from '../../scripts/machine.mjs';

export interface SyncCount {
  stop(): Promise<number>;
}

/** Starts to count. @param file output of strace; removed by `stop` */
export async function countSyncs(pid: number, file: string): Promise<SyncCount | undefined> {
  const strace = findProgram('strace');
  if (strace === undefined) return undefined;
  const tracer = spawn(
    strace,
    ['-f', '-e', 'trace=fsync,fdatasync,sync_file_range', '-o', file, '-p', String(pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(tracer, 'exit');
  // strace prints "attached" on stderr, or the reason why it failed.
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
