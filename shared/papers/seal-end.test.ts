/**
 * Tests of the warnings about a certificate's expiry: none while the renewal has time, then
 * increasing.
 */
import { describe, expect, it } from 'vitest';
import { isRenewalDue, SEAL_MARGIN_MS, sealState } from './seal-end.ts';

const DAY = 86_400_000,
  NOW = Date.UTC(2031, 7, 1);

describe('expiry of a sealing certificate', () => {
  it.each([
    [365, 'ok', false],
    [90, 'ok', false],
    [89.5, 'ok', true],
    [88.9, 'late', true],
    [30, 'late', true],
    [29.9, 'soon', true],
    [7, 'soon', true],
    [6.9, 'last', true],
    [1, 'last', true],
    [0, 'over', true],
    [-1, 'over', true],
  ] as const)('%d days before it: %s, renewal due %s', (days, state, isDue) => {
    expect([sealState(NOW + days * DAY, NOW), isRenewalDue(NOW + days * DAY, NOW)]).toEqual([
      state,
      isDue,
    ]);
  });
  it('no valid certificate, or none valid long enough for a time stamp, counts as expired', () => {
    expect([
      sealState(null, NOW),
      isRenewalDue(null, NOW),
      sealState(NOW + SEAL_MARGIN_MS, NOW),
      sealState(NOW + SEAL_MARGIN_MS + 1, NOW),
    ]).toEqual(['over', true, 'over', 'last']);
  });
});
