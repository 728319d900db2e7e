/**
 * Tests of the job queue: once per key, retried with pauses, failures reported, on both
 * databases.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../db/store.ts';
import { createLog } from '../http/log.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { pauseAfter, WAIT_MS, type JobHandler } from './attempt-job.ts';
import { createRunner } from './runner.ts';
import { claimJob, type Job } from './store.ts';
import { jobsOf } from './runner.testing.ts';

describe.each(STORES)('jobs (%s)', (kind) => {
  let store: Store,
    drop: () => Promise<void>,
    now = 1_000_000,
    lines: string[];
  beforeEach(async () => {
    ({ store, drop } = await openTestStore(kind));
    now = 1_000_000;
    lines = [];
  });
  afterEach(() => drop());
  const { add, rows, drain } = jobsOf(() => ({ store, now, lines }));

  it('runs each key once, even if enqueued repeatedly', async () => {
    const ran: string[] = [];
    const handler = {
      run: (job: Job) => {
        ran.push(job.key);
        return Promise.resolve();
      },
    };
    await add('a');
    await add('a');
    await add('b');
    await add('later', now + 1000);
    await drain(handler);
    await drain(handler);
    await add('a');
    await drain(handler);
    expect(ran.sort()).toEqual(['a', 'b']);
    now += 1000;
    await drain(handler);
    expect(ran).toContain('later');
  });

  it('retries with growing pauses, then fails once and reports it; enqueued again it runs again', async () => {
    let runs = 0;
    const given: string[] = [];
    const handler: Partial<JobHandler> = {
      run: () => {
        runs++;
        return Promise.reject(Object.assign(new Error('Frau Vogelsang'), { code: 'self_check' }));
      },
      giveUp: (job, code) => {
        given.push(`${job.key} ${code}`);
        return Promise.resolve();
      },
    };
    await add('a');
    await drain(handler);
    expect([runs, (await rows())[0]?.runAfter]).toEqual([1, now + 1000]);
    await drain(handler);
    expect(runs).toBe(1);
    for (const pause of [1000, 2000, 60_000]) {
      now += pause;
      await drain(handler);
    }
    expect([runs, given, (await rows())[0]]).toMatchObject([
      3,
      ['a self_check'],
      { state: 'failed', error: 'self_check' },
    ]);
    expect(lines.join('')).not.toContain('Vogelsang');
    await add('a');
    await drain({
      run: () => {
        runs++;
        return Promise.resolve();
      },
    });
    expect([runs, (await rows())[0]?.state]).toEqual([4, 'done']);
    expect([1, 2, 3, 12].map(pauseAfter)).toEqual([1000, 2000, 4000, 300_000]);
  });

  it('[sync F6] polls a database that refuses writes every two seconds, though work is due', async () => {
    await add('a');
    const write = vi.fn(() => Promise.reject(new AppError('unavailable', { retryAfter: 1 })));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const r = createRunner({
      store: { ...store, write },
      now: () => now,
      log: createLog({
        level: 'info',
        write: (line) => {
          lines.push(line);
        },
      }),
      handlers: {},
    });
    try {
      r.start();
      for (const ms of [0, 1_900, 100, 1_900]) {
        vi.advanceTimersByTime(ms);
        await r.idle();
      }
      expect([write.mock.calls.length, lines.length]).toEqual([2, 2]);
    } finally {
      await r.stop();
      vi.useRealTimers();
    }
  });

  it('waits for a missing resource without using attempts; any other error is a failure', async () => {
    let runs = 0;
    const given: string[] = [],
      waiting: Partial<JobHandler> = {
        waitsFor: ['reports_loading'],
        run: () => {
          runs++;
          return Promise.reject(new AppError('reports_loading'));
        },
        giveUp: (_job, code) => {
          given.push(code);
          return Promise.resolve();
        },
      };
    await add('a');
    for (let i = 1; i <= 5; i += 1) {
      await drain(waiting);
      expect([runs, (await rows())[0]]).toMatchObject([
        i,
        { state: 'queued', attempts: 0, error: null, runAfter: now + WAIT_MS },
      ]);
      now += WAIT_MS;
    }
    expect([lines, given]).toEqual([[], []]);
    await drain({ ...waiting, run: () => Promise.reject(new AppError('unavailable')) });
    expect([lines.length, (await rows())[0]]).toMatchObject([
      1,
      { state: 'queued', attempts: 1, error: 'unavailable' },
    ]);
    now += 1000;
    await drain({ ...waiting, run: () => Promise.resolve() });
    expect((await rows())[0]?.state).toBe('done');
  });

  it('runs as many jobs concurrently as it has lanes, and a waiting job blocks no other', async () => {
    let open: () => void = () => undefined,
      most = 0,
      running = 0;
    const gate = new Promise<void>((r) => {
      open = r;
    });
    const ran: string[] = [];
    const handler: JobHandler = {
      tries: 3,
      run: async (job) => {
        most = Math.max(most, ++running);
        if (job.key === 'slow') await gate;
        running--;
        ran.push(job.key);
        if (ran.length === 4) open();
      },
    };
    for (const key of ['slow', 'a', 'b', 'c', 'd']) await add(key);
    const r = createRunner({
      store,
      now: () => now,
      log: createLog({ level: 'silent' }),
      handlers: { 'seal-document': handler },
      lanes: 2,
    });
    r.start();
    await r.idle();
    await r.stop();
    expect([most, ran.at(-1), ran.length]).toEqual([2, 'slow', 5]);
    expect((await rows()).every((row) => row.state === 'done' && row.attempts === 1)).toBe(true);
  });

  it('runs a job of each practice, though two practices use the same key', async () => {
    const ran: string[] = [];
    await add('carry:1:closed');
    await add('carry:1:closed', now, 'p2');
    await drain({
      run: (job) => {
        ran.push(`${job.cid} ${job.key}`);
        return Promise.resolve();
      },
    });
    expect(ran.sort()).toEqual(['p1 carry:1:closed', 'p2 carry:1:closed']);
  });

  it('re-queues a failed job only for the practice that enqueues it again', async () => {
    await add('a');
    await add('a', now, 'p2');
    await drain({ tries: 1, run: () => Promise.reject(new Error('x')) });
    await add('a', now, 'p2');
    expect(Object.fromEntries((await rows()).map((row) => [row.cid, row.state]))).toEqual({
      p1: 'failed',
      p2: 'queued',
    });
  });

  it('[sec F09] after a clock was ahead, postponed jobs wait only as long as intended', async () => {
    const YEARS = 3652 * 86_400_000,
      ran: string[] = [],
      right = now;
    const done: Partial<JobHandler> = {
      run: (job) => {
        ran.push(job.key);
        return Promise.resolve();
      },
    };
    await add('waits for its day', right + 60_000);
    now = right + YEARS;
    await add('put off', now + 5000);
    await add('killed');
    await claimJob(store, 'killed', now);
    now = right;
    await drain(done);
    expect(ran).toEqual(['killed']);
    now = right + 4999;
    await drain(done);
    expect(ran).toHaveLength(1);
    now = right + 5000;
    await drain(done);
    expect(ran).toEqual(['killed', 'put off']);
    await add('failed');
    await add('not yet');
    now = right + YEARS;
    await drain({
      waitsFor: ['not_found'],
      run: (job) =>
        job.key === 'waits for its day'
          ? Promise.resolve()
          : Promise.reject(job.key === 'failed' ? new Error('x') : new AppError('not_found')),
    });
    now = right + 6000;
    await drain(done);
    now += 1000;
    await drain(done);
    expect(ran.slice(2)).toEqual(['failed']);
    now += WAIT_MS;
    await drain(done);
    expect(ran.slice(2)).toEqual(['failed', 'not yet']);
  });

  it('[sec G9] concurrent requests for the next job each get a different one', async () => {
    for (const key of ['a', 'b', 'c']) await add(key);
    const claimed = await Promise.all(
      Array.from({ length: 8 }, (_, i) => claimJob(store, String(i), now)),
    );
    const keys = claimed.flatMap((job) => job?.key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('continues after a handler whose failure callback throws', async () => {
    const ran: string[] = [];
    await add('a');
    await add('b', now + 1);
    const handler: Partial<JobHandler> = {
      tries: 1,
      run: (job) => {
        ran.push(job.key);
        return job.key === 'a' ? Promise.reject(new Error('x')) : Promise.resolve();
      },
      giveUp: () => Promise.reject(new Error('database away')),
    };
    await drain(handler);
    now += 1;
    await drain(handler);
    expect(ran).toEqual(['a', 'b']);
    now += 121_000;
    let given = 0;
    await drain({
      ...handler,
      giveUp: () => {
        given++;
        return Promise.resolve();
      },
    });
    expect([given, (await rows()).find((r) => r.key === 'a')?.state]).toEqual([1, 'failed']);
  });
});
