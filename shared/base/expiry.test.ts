/** Tests of the warnings before an end. */
import { expect, it } from 'vitest';
import { DAY_MS } from './day-math.ts';
import { expiryState } from './expiry.ts';

it('warns 90, 30 and 7 days before the end', () => {
  const states = [91, 89, 31, 29, 8, 6, 0, -1].map((days) => expiryState(days * DAY_MS));
  expect(states).toEqual(['ok', 'early', 'early', 'soon', 'soon', 'last', 'over', 'over']);
});

it('warns in the last quarter of a short life only', () => {
  const life = 90 * DAY_MS,
    states = [60, 30, 22, 10, 6].map((days) => expiryState(days * DAY_MS, { life }));
  expect(states).toEqual(['ok', 'ok', 'soon', 'soon', 'last']);
});
