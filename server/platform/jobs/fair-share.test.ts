/** Tests that the backlog of one practice does not delay the jobs of others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { scopeWriter } from '../db/scope.ts';
import type { Store } from '../db/store.ts';
import { jobsOf } from './runner.testing.ts';
import { claimJob, LEASE_MS } from './store.ts';

describe.each(STORES)('jobs of several practices (%s)', (kind) => {
  let store: Store, drop: () => Promise<void>;
  const now = 1_000_000;
  const { add } = jobsOf(() => ({ store, now, lines: [] }));
  const open = (cid: string): Promise<unknown> =>
    store.write(
      (tx) =>
        scopeWriter(tx, cid).insert(store.t.praxis, {
          name: cid,
          settings: {} as never,
          version: 1,
          createdAt: 0,
        }),
      cid,
    );
  const claims = async (most: number, at = now): Promise<string[]> => {
    const taken: string[] = [];
    for (let i = 0; i < most; i++) {
      const job = await claimJob(store, 'one', at);
      if (job) taken.push(`${job.cid} ${job.key}`);
    }
    return taken;
  };
  beforeEach(async () => {
    ({ store, drop } = await openTestStore(kind));
    await open('hot');
    for (let i = 0; i < 6; i++) await add(`${i}`, now - 100 + i, 'hot');
  });
  afterEach(() => drop());

  it('while one runs two jobs, the next one is of another practice, if there is one', async () => {
    await open('quiet');
    expect(await claims(2)).toEqual(['hot 0', 'hot 1']);
    await add('late', now, 'quiet');
    expect(await claims(3)).toEqual(['quiet late', 'hot 2', 'hot 3']);
  });

  it('a practice alone uses every lane, in the order of its jobs', async () => {
    expect(await claims(8)).toEqual([0, 1, 2, 3, 4, 5].map((i) => `hot ${i}`));
  });

  it('jobs whose process has ended do not count as running', async () => {
    await open('quiet');
    await claims(2);
    await add('late', now, 'quiet');
    expect(await claims(1, now + LEASE_MS + 1)).toEqual(['hot 0']);
  });

  it('twelve claims at once take each job once', async () => {
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, i) => claimJob(store, `owner ${i}`, now)),
    );
    expect(taken.map((job) => job?.key ?? '-').toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => '-'),
      ...[0, 1, 2, 3, 4, 5].map(String),
    ]);
  });
});
