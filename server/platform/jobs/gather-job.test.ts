/** Tests of work that many calls share: one run for those that came before it began. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { scopeWriter } from '../db/scope.ts';
import type { Store } from '../db/store.ts';
import { gatherJob } from './gather-job.ts';
import { claimJob, finishJob, postponeJob } from './store.ts';

describe.each(STORES)('gathered jobs (%s)', (kind) => {
  let store: Store, drop: () => Promise<void>, now: number, ids: number;
  beforeEach(async () => {
    ({ store, drop } = await openTestStore(kind));
    now = 1_000_000;
    ids = 0;
  });
  afterEach(() => drop());
  const ask = (note: string, cid = 'p1'): Promise<void> =>
    store.write(
      (db) =>
        gatherJob(
          { tx: scopeWriter(db, cid), t: store.t, now, newId: () => `${cid}-${ids++}` },
          'seal-document',
          'k',
          { note },
        ),
      cid,
    );
  const rows = async (): Promise<string[]> =>
    (await store.read.select().from(store.t.job))
      .map(({ cid, key, state, attempts }) => `${cid} ${key} ${state} ${attempts}`)
      .sort();
  const take = async () => {
    const job = (await claimJob(store, 'one', now))!;
    return { id: job.id, attempts: job.attempts, owner: 'one', note: job.payload['note'] };
  };

  it('calls before the run share one job, of each practice its own', async () => {
    for (let n = 0; n < 20; n++) await ask(`${n}`);
    await ask('0', 'p2');
    expect(await rows()).toEqual(['p1 k queued 0', 'p2 k queued 0']);
  });

  it('parallel calls share one job', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`${n}`)));
    expect(await rows()).toEqual(['p1 k queued 0']);
  });

  it('a call during a run has another run, and further calls share that one', async () => {
    await ask('a');
    const first = await take();
    for (let n = 0; n < 5; n++) await ask('b');
    expect(await rows()).toEqual(['p1 k running 1', 'p1 k:2 queued 0']);
    const second = await take();
    await ask('c');
    expect(await rows()).toEqual(['p1 k running 1', 'p1 k:2 running 1', 'p1 k:3 queued 0']);
    for (const one of [first, second]) expect(await finishJob(store, one, now)).toBe(true);
    await ask('d');
    expect(await rows()).toEqual(['p1 k queued 0', 'p1 k:2 done 1', 'p1 k:3 queued 0']);
  });

  it('a job that is done, failed or waits for its next attempt begins at once with the new call', async () => {
    await ask('a');
    expect(await finishJob(store, await take(), now)).toBe(true);
    await ask('b');
    let held = await take();
    expect(held.note).toBe('b');
    await postponeJob(store, held, 'away', now, 60_000);
    expect(await claimJob(store, 'one', now)).toBeUndefined();
    await ask('c');
    held = await take();
    expect([held.note, held.attempts]).toEqual(['c', 1]);
    await postponeJob(store, held, 'away', now, undefined);
    await ask('d');
    expect((await take()).note).toBe('d');
  });
});
