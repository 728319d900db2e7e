/** Idle process started by `idle.ts`. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION = 2;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
process.once('message', () => {
  process.send?.({
    max: Math.max(0, delay.max / 1e6 - RESOLUTION),
    p99: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION),
  });
});
