// Tests of the chime's limits: help and new red only, at most twice.

import { expect, test } from 'vitest';
import { AGAIN_MS, planChime, type Rung } from './chime.ts';

/** Counts rings over ticks of one second. */
function count(
  alarms: (second: number) => string[],
  seconds: number,
  first: Rung | null = new Map(),
): number {
  let rung = first,
    rings = 0;
  for (let s = 0; s < seconds; s++) {
    const plan = planChime(alarms(s), rung, s * 1000);
    rung = plan.rung;
    if (plan.rings) rings++;
  }
  return rings;
}

test('an alarm rings once, and again after a pause, however long it stays', () => {
  expect(count(() => ['help:a:1'], AGAIN_MS / 1000 - 1)).toBe(1);
  expect(count(() => ['help:a:1'], 600)).toBe(2);
});
test('an answered call is silent at once; a new call rings again', () => {
  expect(count((s) => (s < 5 ? ['help:a:1'] : []), 600)).toBe(1);
  expect(count((s) => (s < 5 ? ['help:a:1'] : ['help:a:2']), 600)).toBe(3);
});
test('two alarms at the same moment make one sound', () => {
  expect(planChime(['help:a:1', 'stalled:m'], new Map(), 0).rings).toBe(true);
  expect(count(() => ['help:a:1', 'stalled:m'], 600)).toBe(2);
});
test('opening the board rings for help, not for older red alarms', () => {
  expect(count(() => ['attention:m'], 600, null)).toBe(0);
  expect(count(() => ['help:a:1'], 5, null)).toBe(1);
});
