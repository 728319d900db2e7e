/**
 * Preloaded into a measured server (`--import`): on SIGUSR2 writes the event loop delay since the
 * last signal to a file.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

const file = process.env.BENCH_WATCH;
/** Resolution of the histogram, ms; an idle loop has at least this delay, so it is subtracted. */
const RESOLUTION = 2;

if (file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  const gc = { count: 0, ms: 0, max: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      gc.count += 1;
      gc.ms += duration;
      gc.max = Math.max(gc.max, duration);
    }
  }).observe({ entryTypes: ['gc'] });
  delay.enable();
  const late = (/** @type {number} */ ns) => Math.max(0, ns / 1e6 - RESOLUTION);
  const write = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    writeFileSync(`${name}.new`, JSON.stringify(value));
    renameSync(`${name}.new`, name);
  };
  process.on('SIGUSR2', () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    write(file, {
      max: late(delay.max),
      p99: late(delay.percentile(99)),
      p50: late(delay.percentile(50)),
      gc: { ...gc },
      rss,
      heapUsed,
      external,
      cpuMs: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
    });
    delay.reset();
    Object.assign(gc, { count: 0, ms: 0, max: 0 });
  });
  write(`${file}.pid`, process.pid);
}
