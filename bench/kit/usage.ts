/** Reads the resource usage of a process from Linux' /proc; unavailable elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './desk.ts';

export interface Usage {
  /** CPU time of all threads, ms. */
  cpuMs: number;
  /** Bytes written to the disk. */
  written: number;
  /** Resident memory, bytes. */
  rss: number;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Reads the usage of a process. @throws Error if /proc has no entry for this process */
export function usageOf(pid: number): Usage {
  const threads = readdirSync(`/proc/${pid}/task`);
  // Nanoseconds per thread; the ticks of /proc/pid/stat are too coarse for a run of half a second.
  const cpuNs = threads.reduce(
    (sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0),
    0,
  );
  const written = Number(/^write_bytes: (\d+)/m.exec(read(`/proc/${pid}/io`))?.[1] ?? Number.NaN);
  const rss =
    Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) * 1024;
  return { cpuMs: cpuNs / 1e6, written, rss };
}

/** Returns the difference of two readings; `rss` is the later one. */
export const used = (before: Usage, after: Usage): Usage => ({
  cpuMs: after.cpuMs - before.cpuMs,
  written: after.written - before.written,
  rss: after.rss,
});

/**
 * A process counts as idle if it used less CPU time than this per interval, ms, and wrote nothing.
 */
const RESTING_CPU_MS = 5,
  LOOK_MS = 120;
/**
 * Waits until a process is idle, so that earlier work is not measured.
 * @throws Error after half a minute
 */
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
