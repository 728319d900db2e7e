// Tests of the breaker of connections: no call waits for a database that is known to be away, and the
// first one after a pause finds it again.
import type { Pool, PoolClient } from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { failFast } from './fail-fast.ts';

let tries: number, isAway: boolean, at: number, pool: Pick<Pool, 'connect'>;
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
beforeEach(() => {
  [tries, isAway, at] = [0, true, 0];
  pool = {
    connect: (async () => {
      tries += 1;
      if (isAway) throw refused;
      return { release: () => undefined } as PoolClient;
    }) as Pool['connect'],
  };
  failFast(pool, () => at);
});

it('a hundred calls within a second try once', async () => {
  for (let i = 0; i < 100; i += 1) await expect(pool.connect()).rejects.toBe(refused);
  expect(tries).toBe(1);
});

it('one call a second tries again, and all go on once it succeeds', async () => {
  await expect(pool.connect()).rejects.toBe(refused);
  at = 1000;
  const both = await Promise.allSettled([pool.connect(), pool.connect()]);
  expect([tries, both.map(({ status }) => status)]).toEqual([2, ['rejected', 'rejected']]);
  isAway = false;
  at = 2000;
  await pool.connect();
  await pool.connect();
  expect(tries).toBe(4);
});

it('calls with a callback, as the pool makes them for a single query, fail at once, too', async () => {
  await expect(pool.connect()).rejects.toBe(refused);
  const error = await new Promise((resolve) => {
    pool.connect((reason) => resolve(reason));
  });
  expect([error, tries]).toEqual([refused, 1]);
});

it('another error, such as a wrong password, stops no other call', async () => {
  const wrong = Object.assign(new Error('password'), { code: '28P01' });
  const own: Pick<Pool, 'connect'> = {
    connect: (() => {
      tries += 1;
      return Promise.reject(wrong);
    }) as Pool['connect'],
  };
  failFast(own, () => at);
  for (let i = 0; i < 3; i += 1) await expect(own.connect()).rejects.toBe(wrong);
  expect(tries).toBe(3);
});
