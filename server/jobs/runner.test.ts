/** Queued work: once per key, repeated with pauses, given up in public, taken over from the dead, on both databases. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestStore, STORES } from '../../tests/support/stores.ts';
import type { Store } from '../db/store.ts';
import { scopeWriter } from '../db/scope.ts';
import { createLog } from '../http/log.ts';
import { AppError } from '../../shared/errors.ts';
import { createRunner, pauseAfter, WAIT_MS, type JobHandler } from './runner.ts';
import { claimJob, enqueueJob, releaseJobs, type Job } from './store.ts';

describe.each(STORES)('jobs (%s)', kind => {
  let store: Store, drop: () => Promise<void>, now = 1_000_000, lines: string[];
  beforeEach(async () => { ({ store, drop } = await openTestStore(kind)); now = 1_000_000; lines = []; });
  afterEach(() => drop());

  const add = (key: string, runAfter = now): Promise<void> => store.write(tx => enqueueJob(scopeWriter(tx, 'p1'), store.t, { id: `${key}-${now}`, key, kind: 'seal-document', payload: { taskId: key }, runAfter, createdAt: now }));
  const rows = () => store.read.select().from(store.t.job);
  const runner = (handler: Partial<JobHandler>) => createRunner({ store, now: () => now, log: createLog({ level: 'info', write: line => { lines.push(line); } }), handlers: { 'seal-document': { tries: 3, run: () => Promise.resolve(), ...handler } } });
  async function drain(handler: Partial<JobHandler>): Promise<void> {
    const r = runner(handler);
    r.start();
    await r.idle();
    await r.stop();
  }

  it('runs each key once, however often it was asked for', async () => {
    const ran: string[] = [];
    const handler = { run: (job: Job) => { ran.push(job.key); return Promise.resolve(); } };
    await add('a'); await add('a'); await add('b'); await add('later', now + 1000);
    await drain(handler); await drain(handler);
    await add('a');
    await drain(handler);
    expect(ran.sort()).toEqual(['a', 'b']);
    now += 1000;
    await drain(handler);
    expect(ran).toContain('later');
  });

  it('repeats with growing pauses, then gives up once and says so; asked again it runs again', async () => {
    let runs = 0;
    const given: string[] = [];
    const handler: Partial<JobHandler> = { run: () => { runs++; return Promise.reject(Object.assign(new Error('Frau Vogelsang'), { code: 'self_check' })); }, giveUp: (job, code) => { given.push(`${job.key} ${code}`); return Promise.resolve(); } };
    await add('a');
    await drain(handler);
    expect([runs, (await rows())[0]?.runAfter]).toEqual([1, now + 1000]);
    await drain(handler);
    expect(runs).toBe(1);
    for (const pause of [1000, 2000, 60_000]) { now += pause; await drain(handler); }
    expect([runs, given, (await rows())[0]]).toMatchObject([3, ['a self_check'], { state: 'failed', error: 'self_check' }]);
    expect(lines.join('')).not.toContain('Vogelsang');
    await add('a');
    await drain({ run: () => { runs++; return Promise.resolve(); } });
    expect([runs, (await rows())[0]?.state]).toEqual([4, 'done']);
    expect([1, 2, 3, 12].map(pauseAfter)).toEqual([1000, 2000, 4000, 300_000]);
  });

  it('[sync F6] asks a database that takes nothing every two seconds, though work is due', async () => {
    await add('a');
    const write = vi.fn(() => Promise.reject(new AppError('unavailable', { retryAfter: 1 })));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const r = createRunner({ store: { ...store, write }, now: () => now, log: createLog({ level: 'info', write: line => { lines.push(line); } }), handlers: {} });
    try {
      r.start();
      for (const ms of [0, 1_900, 100, 1_900]) { vi.advanceTimersByTime(ms); await r.idle(); }
      expect([write.mock.calls.length, lines.length]).toEqual([2, 2]);
    } finally {
      await r.stop();
      vi.useRealTimers();
    }
  });

  it('waits for what is not there yet as long as it takes: quietly, and no attempt is used up; anything else stays a failure', async () => {
    let runs = 0;
    const given: string[] = [], waiting: Partial<JobHandler> = { waitsFor: ['reports_loading'], run: () => { runs++; return Promise.reject(new AppError('reports_loading')); }, giveUp: (_job, code) => { given.push(code); return Promise.resolve(); } };
    await add('a');
    for (let i = 1; i <= 5; i += 1) {
      await drain(waiting);
      expect([runs, (await rows())[0]]).toMatchObject([i, { state: 'queued', attempts: 0, error: null, runAfter: now + WAIT_MS }]);
      now += WAIT_MS;
    }
    expect([lines, given]).toEqual([[], []]);
    await drain({ ...waiting, run: () => Promise.reject(new AppError('unavailable')) });
    expect([lines.length, (await rows())[0]]).toMatchObject([1, { state: 'queued', attempts: 1, error: 'unavailable' }]);
    now += 1000;
    await drain({ ...waiting, run: () => Promise.resolve() });
    expect((await rows())[0]?.state).toBe('done');
  });

  it('has as many jobs under way as it has lanes, and a job that waits holds up no other', async () => {
    let open: () => void = () => undefined, most = 0, running = 0;
    const gate = new Promise<void>((r) => { open = r; });
    const ran: string[] = [];
    const handler: JobHandler = { tries: 3, run: async (job) => { most = Math.max(most, ++running); if (job.key === 'slow') await gate; running--; ran.push(job.key); if (ran.length === 4) open(); } };
    for (const key of ['slow', 'a', 'b', 'c', 'd']) await add(key);
    const r = createRunner({ store, now: () => now, log: createLog({ level: 'silent' }), handlers: { 'seal-document': handler }, lanes: 2 });
    r.start();
    await r.idle();
    await r.stop();
    expect([most, ran.at(-1), ran.length]).toEqual([2, 'slow', 5]);
    expect((await rows()).every(row => row.state === 'done' && row.attempts === 1)).toBe(true);
  });

  it('takes over what a dead process was doing, and never what a living one does', async () => {
    await add('a');
    expect((await claimJob(store, now, 120_000))?.key).toBe('a');
    expect(await claimJob(store, now + 119_000, 120_000)).toBeUndefined();
    expect(await claimJob(store, now + 121_000, 120_000)).toMatchObject({ key: 'a', attempts: 2 });
  });

  it('a start takes up at once what a killed process was doing', async () => {
    await add('a');
    await claimJob(store, now, 120_000);
    await releaseJobs(store);
    expect(await claimJob(store, now, 120_000)).toMatchObject({ key: 'a', attempts: 2 });
  });

  it('[sec F09] a clock that was ahead holds nothing up: once it is right, what it put off waits as long as was meant, and no job runs sooner than it said', async () => {
    const YEARS = 3652 * 86_400_000, ran: string[] = [], right = now;
    const done: Partial<JobHandler> = { run: job => { ran.push(job.key); return Promise.resolve(); } };
    await add('waits for its day', right + 60_000);
    now = right + YEARS;
    await add('put off', now + 5000); await add('killed');
    await claimJob(store, now, 120_000);
    await releaseJobs(store);
    now = right;
    await drain(done);
    expect(ran).toEqual(['killed']);
    now = right + 4999; await drain(done);
    expect(ran).toHaveLength(1);
    now = right + 5000; await drain(done);
    expect(ran).toEqual(['killed', 'put off']);
    await add('failed'); await add('not yet');
    now = right + YEARS;
    await drain({ waitsFor: ['not_found'], run: job => (job.key === 'waits for its day' ? Promise.resolve() : Promise.reject(job.key === 'failed' ? new Error('x') : new AppError('not_found'))) });
    now = right + 6000;
    await drain(done);
    now += 1000; await drain(done);
    expect(ran.slice(2)).toEqual(['failed']);
    now += WAIT_MS; await drain(done);
    expect(ran.slice(2)).toEqual(['failed', 'not yet']);
  });

  it('[sec G9] of many that ask for the next job each gets another one', async () => {
    for (const key of ['a', 'b', 'c']) await add(key);
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claimJob(store, now, 120_000)));
    const keys = claimed.flatMap(job => job?.key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('goes on after a handler that fails to give up', async () => {
    const ran: string[] = [];
    await add('a'); await add('b', now + 1);
    const handler: Partial<JobHandler> = { tries: 1, run: job => { ran.push(job.key); return job.key === 'a' ? Promise.reject(new Error('x')) : Promise.resolve(); }, giveUp: () => Promise.reject(new Error('database away')) };
    await drain(handler);
    now += 1;
    await drain(handler);
    expect(ran).toEqual(['a', 'b']);
    now += 121_000;
    let given = 0;
    await drain({ ...handler, giveUp: () => { given++; return Promise.resolve(); } });
    expect([given, (await rows()).find(r => r.key === 'a')?.state]).toEqual([1, 'failed']);
  });
});
