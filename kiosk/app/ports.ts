// Real clock and random source, bound to the browser.

import { v7 as uuid } from 'uuid';
import type { Clock, Random } from '../../shared/base/ports.ts';

export const browserClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export const browserRandom: Random = {
  id: () => uuid(),
  unit: () => {
    const [n = 0] = crypto.getRandomValues(new Uint32Array(1));
    return n / 2 ** 32;
  },
  hex128: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
      b.toString(16).padStart(2, '0'),
    ).join(''),
};
