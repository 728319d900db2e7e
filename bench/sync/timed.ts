/** Measures what a client program sends: wall time and its own CPU, ms. */
import type { Sent } from './order.ts';

/** @throws when nothing was filled before */
export async function timed(go: (() => Promise<unknown>) | undefined): Promise<Sent> {
  if (!go) throw new Error('nothing is filled');
  // What filling left behind is nobody's sending.
  globalThis.gc?.();
  const cpu = process.cpuUsage(), start = performance.now();
  await go();
  const ms = performance.now() - start, spent = process.cpuUsage(cpu);
  return { ms, cpuMs: (spent.user + spent.system) / 1000 };
}
