/** Reads event loop delay, memory, CPU time and garbage collections of a running server. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../scripts/sources.mjs';
import { until } from './desk.ts';

/**
 * Since the last reading: event loop delay, ms, and collections; current memory in bytes; CPU time
 * since the start, ms.
 */
export interface LoopReading {
  max: number;
  p99: number;
  p50: number;
  gc: { count: number; ms: number; max: number };
  rss: number;
  heapUsed: number;
  external: number;
  cpuMs: number;
}
export interface LoopWatch {
  /** Environment of the server to be watched. */
  env: Record<string, string>;
  /** Of the server most recently started with this environment. */
  pid(): number;
  /** Reads the values since the last reading. */
  read(): Promise<LoopReading>;
}

/**
 * Prepares a folder for the readings of a server.
 * @param folder writable by the server, owned by the caller
 */
export function watchLoop(folder: string): LoopWatch {
  const file = join(folder, 'loop.json');
  const pid = (): number => Number(readFileSync(`${file}.pid`, 'utf8'));
  return {
    env: {
      BENCH_WATCH: file,
      NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'bench/kit/loop-watch.mjs')).href}`,
    },
    pid,
    async read() {
      rmSync(file, { force: true });
      process.kill(pid(), 'SIGUSR2');
      await until(
        'the server tells about its loop',
        () => Promise.resolve(existsSync(file)),
        10_000,
        5,
      );
      return JSON.parse(readFileSync(file, 'utf8')) as LoopReading;
    },
  };
}
