// Tests of the counter of attempts: free ones, doubling waits, the end of all attempts, and which
// addresses share one counter.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts';
import {
  ACCOUNT_RULE,
  createAttempts,
  EVERYWHERE_RULE,
  networkOf,
  nextAttempt,
  type Attempts,
} from './attempts.ts';

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

describe('counters in the database', () => {
  let opened: TestStore, attempts: Attempts;
  beforeAll(async () => {
    opened = await openTestStore('sqlite');
    attempts = createAttempts(opened.store);
  });
  afterAll(() => opened.drop());

  const stored = async (key: string): Promise<{ count: number; windowStart: number } | undefined> =>
    (await opened.store.read.select().from(opened.store.t.attempt)).find((one) => one.key === key);

  it('[sec 15] counts each attempt at its time, and refuses one with the whole seconds to wait', async () => {
    await attempts.reserve('a', rule, 500);
    expect(await stored('a')).toMatchObject({ count: 1, windowStart: 500 });
    await attempts.reserve('a', rule, 600);
    expect(await stored('a')).toMatchObject({ count: 2, windowStart: 600 });
    for (const [now, seconds] of [
      [600, 1],
      [1599, 1],
    ] as const)
      await expect(attempts.reserve('a', rule, now)).rejects.toMatchObject({
        code: 'rate_limited',
        retryAfter: seconds,
      });
    // A refused attempt neither counts nor makes the wait longer.
    expect(await stored('a')).toMatchObject({ count: 2, windowStart: 600 });
    await attempts.reserve('a', rule, 1600);
    await expect(attempts.reserve('a', rule, 1600)).rejects.toMatchObject({ retryAfter: 2 });
    await expect(attempts.reserve('a', rule, 2599)).rejects.toMatchObject({ retryAfter: 2 });
    await expect(attempts.reserve('a', rule, 2600)).rejects.toMatchObject({ retryAfter: 1 });
  });

  it('[sec 15] each key has its own counter; a right secret ends one and leaves the others', async () => {
    for (const key of ['b', 'c'])
      for (let at = 0; at < 2; at++) await attempts.reserve(key, rule, 0);
    await attempts.clear('b');
    expect([await stored('b'), await stored('c')]).toMatchObject([undefined, { count: 2 }]);
    await attempts.reserve('b', rule, 0);
    await expect(attempts.reserve('c', rule, 0)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('[sec 15] gives back one attempt of a shared counter, never more than were made', async () => {
    for (let at = 0; at < 2; at++) await attempts.reserve('d', rule, 7);
    await attempts.giveBack('d');
    expect(await stored('d')).toMatchObject({ count: 1, windowStart: 7 });
    for (let at = 0; at < 3; at++) await attempts.giveBack('d');
    expect(await stored('d')).toMatchObject({ count: 0, windowStart: 7 });
    await attempts.giveBack('nobody');
    expect(await stored('nobody')).toBeUndefined();
  });

  it('[sec 15] of a hundred attempts at once exactly the free ones are taken', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, () => attempts.reserve('e', rule, 0)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(rule.free);
    expect(await stored('e')).toMatchObject({ count: rule.free });
  });

  it('[sec 15] an attempt that lost a race against another one is counted after it', async () => {
    const { store } = opened,
      other = createAttempts(store);
    let isFirst = true;
    // Another server counts between the read and the write of this one.
    const racing = createAttempts({
      ...store,
      write: vi.fn(async (work: Parameters<typeof store.write>[0]) => {
        if (!isFirst) return store.write(work);
        isFirst = false;
        await other.reserve('f', rule, 0);
        return { isTaken: false };
      }) as typeof store.write,
    });
    await racing.reserve('f', rule, 0);
    expect(await stored('f')).toMatchObject({ count: 2 });
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
