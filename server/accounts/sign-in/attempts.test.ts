// Tests of the counter of attempts: free ones, doubling waits, the end of all attempts, and which
// addresses share one counter.
import { describe, expect, it } from 'vitest';
import { ACCOUNT_RULE, EVERYWHERE_RULE, networkOf, nextAttempt } from './attempts.ts';

const rule = { free: 2, waitMs: 1000, maxWaitMs: 4000, forgetMs: 100_000, most: 6 };
const row = (count: number, windowStart = 0) => ({ key: 'k', count, windowStart });

describe('attempts', () => {
  it('[sec 15] waits double up to their limit, then attempts are blocked until the counter is reset', () => {
    let stored = undefined as Parameters<typeof nextAttempt>[0];
    let at = 0;
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      let step = nextAttempt(stored, 'k', rule, at);
      if ('waitMs' in step) {
        waits.push(step.waitMs);
        at += step.waitMs;
        step = nextAttempt(stored, 'k', rule, at);
      }
      if ('row' in step) stored = step.row;
    }
    expect(waits).toEqual([1000, 2000, 4000, 4000]);
    expect(nextAttempt(stored, 'k', rule, at + 99_999)).toEqual({ waitMs: 1 });
    expect(nextAttempt(stored, 'k', rule, at + 100_000)).toEqual({
      row: { key: 'k', count: 1, windowStart: at + 100_000 },
    });
  });

  it('[sec 15] waits to the millisecond, and a free attempt waits for nothing', () => {
    expect(nextAttempt(row(1), 'k', rule, 0)).toEqual({ row: row(2) });
    expect(nextAttempt(row(2), 'k', rule, 0)).toEqual({ waitMs: 1000 });
    expect(nextAttempt(row(2), 'k', rule, 999)).toEqual({ waitMs: 1 });
    expect(nextAttempt(row(2), 'k', rule, 1000)).toEqual({ row: row(3, 1000) });
    expect(nextAttempt(row(5), 'k', rule, 3999)).toEqual({ waitMs: 1 });
    expect(nextAttempt(row(6), 'k', rule, 4000)).toEqual({ waitMs: 96_000 });
    expect(nextAttempt(row(7), 'k', rule, 4000)).toEqual({ waitMs: 96_000 });
  });

  it('[sec 15] without a highest number the longest wait is repeated, however many came before', () => {
    const { most: _, ...endless } = rule;
    for (const count of [6, 60, 5000])
      expect(nextAttempt(row(count), 'k', endless, 0)).toEqual({ waitMs: 4000 });
  });

  it('[sec 15] a counter of a clock that was ahead starts its wait now, with its count', () => {
    const ahead = 10 * 365 * 86_400_000;
    expect(nextAttempt(row(2, ahead), 'k', rule, 5)).toEqual({ waitMs: 1000 });
    expect(nextAttempt(row(1, ahead), 'k', rule, 5)).toEqual({ row: row(2, 5) });
    expect(nextAttempt(row(7, ahead), 'k', rule, 5)).toEqual({ waitMs: 100_000 });
  });

  it('[sec 15] no account takes more than a hundred attempts a day, known browser or not', () => {
    for (const { most, forgetMs } of [ACCOUNT_RULE, EVERYWHERE_RULE])
      expect([most, forgetMs]).toEqual([100, 86_400_000]);
  });
});

describe('networks', () => {
  it('[sec 15] addresses of one network share one counter', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('2001:db8:0:12::1')).toBe(networkOf('2001:0db8:0000:0012:aaaa::ffff'));
    expect(networkOf('2001:db8:0:13::1')).not.toBe(networkOf('2001:db8:0:12::1'));
  });

  it.each([
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['FE80::A', 'fe80:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0012:1:2:3:4', '2001:db8:0:12::/64'],
    ['1:2::5:6:7:8', '1:2:0:0::/64'],
    ['1:2:3::6:7:8', '1:2:3:0::/64'],
    ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
    ['::3:4:5:6:7:8', '0:0:3:4::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ])('[sec 15] %s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
