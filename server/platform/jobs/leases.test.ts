/** Tests of the leases of jobs: renewal, takeover and processes that were killed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../db/store.ts';
import { newOwner } from './owner.ts';
import { claimJob, finishJob, LEASE_MS, postponeJob, renewLease } from './store.ts';
import { jobsOf } from './runner.testing.ts';

describe.each(STORES)('leases of jobs (%s)', (kind) => {
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
  const { add, rows, runner, drain } = jobsOf(() => ({ store, now, lines }));

  it('takes a job over once its lease has ended, and not before', async () => {
    await add('a');
    expect((await claimJob(store, 'one', now))?.key).toBe('a');
    expect(await claimJob(store, 'two', now + LEASE_MS)).toBeUndefined();
    expect(await claimJob(store, 'two', now + LEASE_MS + 1)).toMatchObject({
      key: 'a',
      attempts: 2,
    });
  });

  it('keeps a job that runs longer than a lease, by renewing it', async () => {
    await add('a');
    const job = await claimJob(store, 'one', now);
    const lease = { id: job?.id ?? '', attempts: 1, owner: 'one' };
    expect(await renewLease(store, lease, now + LEASE_MS - 1)).toBe(true);
    expect(await claimJob(store, 'two', now + LEASE_MS + 1)).toBeUndefined();
  });

  it('renews the lease of a running job while its handler works', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await add('a');
      let end: () => void = () => undefined;
      const r = runner({
        run: () =>
          new Promise<void>((done) => {
            end = done;
          }),
      });
      r.start();
      await vi.waitFor(async () => {
        expect((await rows())[0]?.state).toBe('running');
      });
      now += LEASE_MS;
      vi.advanceTimersByTime(LEASE_MS / 3);
      await vi.waitFor(async () => {
        expect((await rows())[0]?.lockedUntil).toBe(now + LEASE_MS);
      });
      end();
      await r.idle();
      await r.stop();
      expect((await rows())[0]?.state).toBe('done');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('an attempt that lost its lease cannot end the job', async () => {
    await add('a');
    const first = await claimJob(store, 'one', now);
    now += LEASE_MS + 1;
    await claimJob(store, 'two', now);
    const lost = { id: first?.id ?? '', attempts: 1, owner: 'one' };
    expect(await finishJob(store, lost, now)).toBe(false);
    expect(await postponeJob(store, lost, 'internal', now, undefined)).toBe(false);
    expect(await renewLease(store, lost, now)).toBe(false);
    expect((await rows())[0]).toMatchObject({ state: 'running', owner: 'two', attempts: 2 });
    expect(await finishJob(store, { ...lost, attempts: 2, owner: 'two' }, now)).toBe(true);
    expect((await rows())[0]).toMatchObject({ state: 'done', owner: null, lockedUntil: null });
  });

  it('does not give up a job that another process has taken over', async () => {
    await add('a');
    const given: string[] = [];
    await drain({
      tries: 1,
      run: async () => {
        now += LEASE_MS + 1;
        await claimJob(store, 'two', now);
        throw new Error('x');
      },
      giveUp: (job) => {
        given.push(job.key);
        return Promise.resolve();
      },
    });
    expect(given).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'running', owner: 'two' });
  });

  it('takes over the jobs of a killed process at a start, not those of running processes', async () => {
    const name = JSON.parse(newOwner()) as [string, number, string];
    const owners: Record<string, string> = {
      killed: JSON.stringify([name[0], 2 ** 22 + 7, 'x']),
      'our process id, before': JSON.stringify([name[0], process.pid, 'x']),
      living: JSON.stringify([name[0], process.ppid, 'x']),
      'another machine': JSON.stringify(['elsewhere', 2 ** 22 + 7, 'x']),
    };
    for (const [key, owner] of Object.entries(owners)) {
      await add(key);
      await claimJob(store, owner, now);
    }
    await runner({}).release();
    const queued = (await rows()).filter((row) => row.state === 'queued').map((row) => row.key);
    expect(queued.sort()).toEqual(['killed', 'our process id, before']);
  });

  it('a process that ends waits for a short job and hands a long one back uncounted', async () => {
    await add('short');
    await add('long', now + 1);
    now += 1;
    let end: () => void = () => undefined;
    const r = runner(
      {
        run: (job) =>
          job.key === 'short'
            ? Promise.resolve()
            : new Promise<void>((done) => {
                end = done;
              }),
      },
      2,
    );
    r.start();
    await vi.waitFor(async () => {
      expect((await rows()).map((row) => row.state).sort()).toEqual(['done', 'running']);
    });
    await r.stop(50);
    const long = (await rows()).find((row) => row.key === 'long');
    expect(long).toMatchObject({ state: 'queued', owner: null, attempts: 0, runAfter: now });
    const taken = await claimJob(store, 'two', now);
    expect(taken).toMatchObject({ key: 'long', attempts: 1 });
    // The ended process wakes up once more: the other one keeps the job.
    end();
    await r.stop();
    expect((await rows()).find((row) => row.key === 'long')).toMatchObject({
      state: 'running',
      owner: 'two',
    });
  });
  it('takes over at a start the jobs of a version without owners', async () => {
    await add('a');
    await claimJob(store, 'one', now);
    await store.write((db) => db.update(store.t.job).set({ owner: null }));
    await runner({}).release();
    expect((await rows())[0]?.state).toBe('queued');
  });
});
