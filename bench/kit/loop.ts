/** Reads from a running server how free its loop was, what it uses and how often it collected garbage. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../scripts/sources.mjs';
import { until } from './desk.ts';

/** Since the last reading: lateness of the loop, ms; collections; now: memory in bytes; since the start: processor time, ms. */
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
  /** For the environment of the server that is to be watched. */
  env: Record<string, string>;
  /** Of the server that was started last with it. */
  pid(): number;
  /** What happened since the last reading. */
  read(): Promise<LoopReading>;
}

/** @param folder of the caller, where the server may write */
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
