// Tests of rate limits on both databases: they hold for all processes together, and end.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES, type TestStore } from '../../../tests/support/stores.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { createLimits, type Limits } from '../../platform/limits/limits.ts';
import { inTurn } from '../../platform/limits/turns.ts';
import { limitRows } from './store-limits.ts';

const FIVE = { most: 5, windowMs: 3_600_000 },
  NOW = Date.parse('2026-11-20T09:00:00Z');

describe.each(STORES)('rate limits (%s)', (kind) => {
  let opened: TestStore, all: Limits[], close: () => Promise<void>;
  beforeEach(async () => {
    opened = await openTestStore(kind);
    const other = kind === 'postgres' ? await opened.again() : opened.store;
    all = [createLimits(limitRows(opened.store)), createLimits(limitRows(other))];
    close = async () => {
      if (other !== opened.store) await other.close();
      await opened.drop();
    };
  });
  afterEach(() => close());
  const take = (i: number, key: string, now = NOW): Promise<string | number> =>
    all[i % 2]!.take(key, FIVE, now).then(
      () => 'taken',
      (error: unknown) =>
        error instanceof AppError && error.code === 'rate_limited'
          ? (error.retryAfter ?? 0)
          : String(error),
    );

  it('twenty attempts at once in two processes take five slots', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => take(i, 'a')));
    expect(answers.filter((one) => one === 'taken')).toHaveLength(5);
    expect(answers.filter((one) => one === 3600)).toHaveLength(15);
    expect(await take(0, 'b')).toBe('taken');
  });

  it('a window begins with its first attempt and ends, whatever came later', async () => {
    for (let i = 0; i < 5; i++) expect(await take(i, 'a', NOW + i * 60_000)).toBe('taken');
    expect(await take(0, 'a', NOW + 300_000)).toBe(3300);
    expect(await take(1, 'a', NOW + FIVE.windowMs)).toBe('taken');
    for (let i = 0; i < 4; i++) await take(i, 'a', NOW + FIVE.windowMs);
    expect(await take(0, 'a', NOW + FIVE.windowMs)).toBe(3600);
  });

  it('a look counts nothing, and is refused once all attempts are used', async () => {
    const [one, two] = all as [Limits, Limits];
    for (let i = 0; i < 9; i++) await one.check('a', FIVE, NOW);
    for (let i = 0; i < 5; i++) expect(await take(i, 'a')).toBe('taken');
    await expect(two.check('a', FIVE, NOW)).rejects.toThrow('rate_limited');
    await one.check('unused', FIVE, NOW);
  });

  it('the work of every minute is done by one of two processes, and by the other if one is gone', async () => {
    let at = NOW;
    const done: number[] = [],
      turn = (i: number) =>
        inTurn({ limits: all[i]!, now: () => at }, 'sweep', 60_000, () => {
          done.push(i);
          return Promise.resolve();
        });
    expect((await Promise.all([turn(0), turn(1)])).filter(Boolean)).toHaveLength(1);
    at += 50_000;
    expect(await turn(0)).toBe(false);
    at += 10_000;
    expect(await turn(1)).toBe(true);
    expect(done).toHaveLength(2);
  });

  it('a window that a clock ahead began blocks no one', async () => {
    for (let i = 0; i < 5; i++) await take(i, 'a', NOW + 86_400_000);
    await all[0]!.check('a', FIVE, NOW);
    expect(await take(0, 'a')).toBe('taken');
  });
});
