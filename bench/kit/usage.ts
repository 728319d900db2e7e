/** What a process has used so far, read from Linux' /proc; elsewhere nothing is known. */
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './desk.ts';

export interface Usage {
  /** Processor time of all threads, ms. */
  cpuMs: number;
  /** Bytes sent to the disk. */
  written: number;
  /** Memory in use, bytes. */
  rss: number;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** @throws Error where /proc tells nothing of this process */
export function usageOf(pid: number): Usage {
  const threads = readdirSync(`/proc/${pid}/task`);
  // In nanoseconds per thread; the ticks of /proc/pid/stat are too coarse for a run of half a second.
  const cpuNs = threads.reduce(
    (sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0),
    0,
  );
  const written = Number(/^write_bytes: (\d+)/m.exec(read(`/proc/${pid}/io`))?.[1] ?? Number.NaN);
  const rss =
    Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) * 1024;
  return { cpuMs: cpuNs / 1e6, written, rss };
}

/** Difference of two readings; `rss` is the later one. */
export const used = (before: Usage, after: Usage): Usage => ({
  cpuMs: after.cpuMs - before.cpuMs,
  written: after.written - before.written,
  rss: after.rss,
});

/** A process rests when it used less than this in such a time, ms, and wrote nothing. */
const RESTING_CPU_MS = 5,
  LOOK_MS = 120;
/** Waits until a process has ended what it still had to do: what came before the clock runs is then nothing that it measures. @throws Error after half a minute */
export async function untilRested(pid: number): Promise<void> {
  let last = usageOf(pid);
  await until(
    'the server rests',
    async () => {
      const now = usageOf(pid),
        { cpuMs, written } = used(last, now);
      last = now;
      return cpuMs < RESTING_CPU_MS && written === 0;
    },
    30_000,
    LOOK_MS,
  );
}
