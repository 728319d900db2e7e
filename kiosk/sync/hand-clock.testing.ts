// A manual clock for tests, and a function that settles everything.

import type { Clock } from '../../shared/base/ports.ts';

export const settle = async (turns = 10): Promise<void> => {
  for (let i = 0; i < turns; i++) await new Promise((done) => setTimeout(done, 0));
};
/** `pass` advances it by ms and runs due timers. */
export function handClock() {
  let t = 0,
    id = 0;
  const timers = new Map<number, { at: number; work: () => void }>();
  const clock: Clock = {
    now: () => 1_000_000 + t,
    mono: () => t,
    after: (ms, work) => {
      const k = ++id;
      timers.set(k, { at: t + ms, work });
      return () => timers.delete(k);
    },
  };
  const pass = async (ms: number): Promise<void> => {
    t += ms;
    for (const [k, x] of [...timers].sort((a, b) => a[1].at - b[1].at))
      if (x.at <= t && timers.delete(k)) x.work();
    await settle();
  };
  return { clock, pass };
}
