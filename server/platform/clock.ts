// The machine's clock for the server's background work; its timers never keep the process alive.

import type { Clock } from '../../shared/base/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
