/** Tests of the bounds of stored times, at their edges. */
import { expect, it } from 'vitest';
import { isBefore, isFromFuture, SKEW_MS } from './clock-bounds.ts';

it('a stored moment may lie two minutes ahead, as two readings of a clock differ', () => {
  expect(SKEW_MS).toBe(120_000);
  expect(isFromFuture(1000 + SKEW_MS, 1000)).toBe(false);
  expect(isFromFuture(1001 + SKEW_MS, 1000)).toBe(true);
  expect(isFromFuture(0, 1000)).toBe(false);
  for (const none of [null, undefined]) expect(isFromFuture(none, -1e15)).toBe(false);
});

it('an end counts until its moment, and never if it lies further ahead than it was set', () => {
  expect(isBefore(999, 1000, 500)).toBe(true);
  expect(isBefore(1000, 1000, 500)).toBe(false);
  expect(isBefore(0, 500 + SKEW_MS, 500)).toBe(true);
  expect(isBefore(0, 501 + SKEW_MS, 500)).toBe(false);
});
