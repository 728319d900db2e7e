// Real clock and random source, bound to the browser.

import type { Clock, Random } from '../../shared/base/ports.ts';

let last = 0,
  count = 0;
/**
 * Returns a UUID of version 7 (RFC 9562, 5.7): milliseconds, a counter of 26 bits, 48 random bits.
 * Later ids sort after earlier ones. The package's own is 1 kB of each first visit.
 */
function orderedId(): string {
  const [first = 0, second = 0, third = 0] = crypto.getRandomValues(new Uint32Array(3));
  const now = Date.now(),
    hex = (n: number, length: number): string => n.toString(16).padStart(length, '0');
  if (now > last) {
    last = now;
    count = first >>> 7;
  } else if (++count === 2 ** 26) {
    last++;
    count = 0;
  }
  const time = hex(last, 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-${hex(0x7000 | (count >>> 14), 4)}-${hex(0x8000 | (count & 0x3fff), 4)}-${hex(second, 8)}${hex(third >>> 16, 4)}`;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export const browserRandom: Random = {
  id: orderedId,
  unit: () => {
    const [n = 0] = crypto.getRandomValues(new Uint32Array(1));
    return n / 2 ** 32;
  },
  hex128: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
      b.toString(16).padStart(2, '0'),
    ).join(''),
};
